import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Outage } from '#platform/log'

/**
 * Far above what the largest file of 64 MB takes. A scanner that hangs must hold up neither the files that
 * wait for their turn, nor one that exists nowhere else for longer than its job waits for it.
 */
const SCAN_MS = 20_000
const PIECE_BYTES = 65_536
const ANSWER_CHARACTERS = 300

type Content = { bytes: Buffer } | { path: string }

/** A program that looks for malicious content, as the daemon of ClamAV does. */
export type Scanner = {
  /**
   * The name of what was found; undefined for a clean file. Throws when the scanner does not say, within
   * `leftMs` at the latest.
   */
  scan(content: Content, leftMs?: number): Promise<string | undefined>
  /** Throws unless the scanner answers. */
  check(): Promise<void>
}

/** Undefined without an address: files are not scanned. */
export function openScanner(address: { host: string; port: number } | undefined, outage?: Outage) {
  if (!address) return undefined
  const ask = async (send: (socket: Socket) => Promise<void>, leftMs = SCAN_MS): Promise<string> => {
    try {
      const answer = await exchange(address, Math.max(1, Math.min(leftMs, SCAN_MS)), send)
      outage?.worked()
      return answer
    } catch (error) {
      outage?.failed(error as Error)
      throw error
    }
  }
  const scanner: Scanner = {
    async scan(content, leftMs) {
      const source = 'path' in content ? createReadStream(content.path) : Readable.from([content.bytes])
      const answer = await ask((socket) => pipeline(source, inPieces, socket, { end: false }), leftMs)
      if (answer === 'stream: OK') return undefined
      const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
      if (!found) throw new Error(`the scanner said: ${answer}`)
      return found
    },
    async check() {
      const answer = await ask(async (socket) => void socket.write('zPING\0'))
      if (answer !== 'PONG') throw new Error(`the scanner said: ${answer}`)
    },
  }
  return scanner
}

/** The command INSTREAM: pieces, each behind its length, and the length 0 as the end. */
async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of source)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES)
      yield lengthOf(piece.length)
      yield piece
    }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** One connection for each question: the scanner closes it after its answer. */
async function exchange(
  { host, port }: { host: string; port: number },
  waitMs: number,
  send: (socket: Socket) => Promise<void>,
): Promise<string> {
  const socket = connect({ host, port, allowHalfOpen: true })
  const timer = setTimeout(() => socket.destroy(new Error('the scanner does not answer')), waitMs)
  try {
    // It may answer, and close, before it has taken all: when the file is larger than it allows.
    const [answer] = await Promise.all([readAnswer(socket), send(socket).catch(() => undefined)])
    return answer
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.includes('\0') || answer.length > ANSWER_CHARACTERS) break
  }
  if (answer === '') throw new Error('the scanner closed the connection without an answer')
  return answer.split('\0', 1)[0]?.slice(0, ANSWER_CHARACTERS) ?? ''
}
