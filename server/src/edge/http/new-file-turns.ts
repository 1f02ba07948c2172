import type { ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { networkOf } from '#access/limits'
import { Refusal } from '#platform/refusal'
import { newBytePace, newLoopWatch, newPacedStream, newTurns } from '#platform/turns'
import { cutOff } from './watch-readers.ts'

/** Of all networks together. Each open file holds up to half a megabyte of memory. */
const FILES_MAX = 256

/** Of all files together, beyond what each may send at once: the kernel buffers much for slow readers. */
const BYTES_PER_SECOND = 64 * 1024 * 1024
const FREE_BYTES = 512 * 1024
/**
 * A file that has been open for longer is read slowly. When so many are, networks that read slowly open this
 * many a second, all together. Each needs as many tokens as it has slow files: those that have few go first.
 */
const SLOW_MS = 300
const CROWDED_FROM = 24
const TOKENS_PER_SECOND = 20
const TOKENS_MAX = 16
/** To look a file up and load its first bytes costs most, so few do that at once; the others wait. */
const OPENING_MAX = 4
const OPENING_PER_NETWORK = 2
const OPENING_WAIT_MS = 5_000
/** While this process is busy, a network that reads files already waits for so long before its next. */
const HELD_UP_MAX_MS = 2_000
/** More than many networks can fill, each with its share, in the time of a wait. */
const WAITING_MAX = 4_096

export type FileTurns = {
  /**
   * Runs what opens a file, when it is the turn of the network: those with the fewest open files go first.
   * Refuses a file beyond the share of its network, before anything is looked up for it.
   */
  open<T>(address: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /** Counts a response that sends a file until it ends, or refuses it. Returns what slows its bytes down. */
  take(address: string, response: ServerResponse): (file: Readable) => Readable
}

/**
 * When all turns are taken, the file that has been open for the longest is cut off in the network that has
 * the most: a network that opens a few files always finds a turn. A network that has as many as any other is
 * refused, so that equals do not cut each other off.
 */
export function newFileTurns(perNetwork: number, filesMax = FILES_MAX): FileTurns {
  // By network, with the time when each was opened. Maps iterate in insertion order: the first is the oldest.
  const open = new Map<string, OpenFiles>()
  let count = 0
  const pace = newBytePace(BYTES_PER_SECOND)
  const tokens = newTokens()
  /** How many tokens the next file of a network needs. */
  const countNeeded = (files: OpenFiles): number => {
    const slow = countSlow(files)
    const isCrowded =
      slow > 0 && [...open.values()].reduce((sum, one) => sum + countSlow(one), 0) >= CROWDED_FROM
    return isCrowded ? Math.min(slow, TOKENS_MAX) : 0
  }
  const isLoopBusy = newLoopWatch()
  const countOpen = (network: string) => open.get(network)?.size ?? 0
  const opening = newTurns({
    running: OPENING_MAX,
    runningPerUser: OPENING_PER_NETWORK,
    waiting: WAITING_MAX,
    waitingPerUser: perNetwork,
    busy: tooManyFiles,
    rankOf: countOpen,
    isHeldUp: (network, waitedMs) => countOpen(network) > 0 && waitedMs < HELD_UP_MAX_MS && isLoopBusy(),
  })
  const release = (network: string, response: ServerResponse) => {
    const files = open.get(network)
    if (!files?.delete(response)) return
    count--
    if (files.size === 0) open.delete(network)
  }
  /** Refuses, or returns what frees a place. */
  const findPlace = (files: OpenFiles): (() => void) => {
    if (files.size >= perNetwork) throw tooManyFiles()
    const needed = countNeeded(files)
    if (tokens.count() < needed) throw tooManyFiles()
    const takeToken = () => void (needed > 0 && tokens.take())
    if (count < filesMax) return takeToken
    const [network = '', most] = [...open].reduce((most, one) => (one[1].size > most[1].size ? one : most))
    const [oldest] = most.keys()
    if (!oldest || (files.size > 0 && files.size + 1 >= most.size)) throw tooManyFiles()
    return () => {
      takeToken()
      release(network, oldest)
      cutOff(oldest)
    }
  }
  return {
    async open(address, signal, work) {
      const network = networkOf(address)
      findPlace(open.get(network) ?? new Map())
      return opening.run(network, { waitMs: OPENING_WAIT_MS, signal }, work)
    },
    take(address, response) {
      const network = networkOf(address)
      const files = open.get(network) ?? new Map()
      const freePlace = findPlace(files)
      freePlace()
      open.set(network, files.set(response, performance.now()))
      count++
      response.once('close', () => release(network, response))
      // Errors of the file end the response, which then closes.
      const isHeldUp = () => countOpen(network) > 1 && isLoopBusy()
      return (file) =>
        pipeline(file, newPacedStream({ pace, freeBytes: FREE_BYTES, isHeldUp }), () => undefined)
    },
  }
}

type OpenFiles = Map<ServerResponse, number>

/** Those who are cut off connect again at the same moment, and to open a file costs most. */
function newTokens() {
  let left = TOKENS_MAX
  let filledAt = 0
  return {
    count(): number {
      const now = performance.now()
      left = Math.min(TOKENS_MAX, left + ((now - filledAt) / 1_000) * TOKENS_PER_SECOND)
      filledAt = now
      return left
    },
    take(): void {
      left--
    },
  }
}

function countSlow(files: OpenFiles): number {
  const before = performance.now() - SLOW_MS
  let slow = 0
  for (const openedAt of files.values()) {
    if (openedAt > before) break
    slow++
  }
  return slow
}

const tooManyFiles = () =>
  new Refusal(
    'rate_limited',
    'Your network reads as many files at this moment as it may. Send the request again in 1 s.',
    { retryAfterSeconds: 1 },
    { 'retry-after': '1' },
  )
