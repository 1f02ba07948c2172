import type { ServerResponse } from 'node:http'
import { networkOf } from '#access/limits'
import { Refusal } from '#platform/refusal'
import { cutOff } from './watch-readers.ts'

/** Of all networks together. Each open file holds up to half a megabyte of memory. */
const FILES_MAX = 512

/** Counts a response that sends a file until it ends. Refuses it beyond the share of its network. */
export type TakeFileTurn = (address: string, response: ServerResponse) => void

/**
 * When all turns are taken, the file that has been open for the longest is cut off in the network that has
 * the most: a network that opens a few files always finds a turn.
 */
export function newFileTurns(perNetwork: number, filesMax = FILES_MAX): TakeFileTurn {
  // Sets iterate in insertion order: the first member is the oldest.
  const open = new Map<string, Set<ServerResponse>>()
  let count = 0
  const release = (network: string, response: ServerResponse) => {
    const files = open.get(network)
    if (!files?.delete(response)) return
    count--
    if (files.size === 0) open.delete(network)
  }
  const cutOldest = () => {
    const [network = '', files] = [...open].reduce((most, one) => (one[1].size > most[1].size ? one : most))
    const [oldest] = files
    if (!oldest) return
    release(network, oldest)
    cutOff(oldest)
  }
  return (address, response) => {
    const network = networkOf(address)
    const files = open.get(network) ?? new Set()
    if (files.size >= perNetwork) throw tooManyFiles(perNetwork)
    if (count >= filesMax) cutOldest()
    open.set(network, files.add(response))
    count++
    response.once('close', () => release(network, response))
  }
}

const tooManyFiles = (perNetwork: number) =>
  new Refusal(
    'rate_limited',
    `Your network reads ${perNetwork} files at this moment, the most that is allowed. ` +
      'Send the request again in 1 s.',
    { retryAfterSeconds: 1 },
    { 'retry-after': '1' },
  )
