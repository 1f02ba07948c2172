import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ReadingLimits = {
  /** A client that we wait for must take this much in every window. */
  windowMs: number
  windowBytes: number
  /** The whole response must be taken within `baseMs`, and one second more for each `bytesPerSecond`. */
  baseMs: number
  bytesPerSecond: number
}

/** At least 8 KB a second at any time, and 16 KB a second on average. */
const DEFAULT_LIMITS: ReadingLimits = {
  windowMs: 10_000,
  windowBytes: 80 * 1024,
  baseMs: 30_000,
  bytesPerSecond: 16 * 1024,
}
const CHECKS_PER_WINDOW = 10

type Reader = { startedAt: number; windowStartedAt: number; takenAtStart: number }

/** What Node knows of its own socket. It uses both to find out whether a socket makes progress. */
type Handle = { bytesWritten: number; writeQueueSize: number }

/**
 * Cuts off clients that read a response too slowly, whatever it is: a file, an export, JSON. Node's own limit
 * applies to silence only, and a byte now and then ends the silence.
 */
export function watchReaders(server: Server, limits = DEFAULT_LIMITS): void {
  const readers = new Map<ServerResponse, Reader | undefined>()
  server.on('request', (_, response: ServerResponse) => {
    readers.set(response, undefined)
    response.once('close', () => readers.delete(response))
  })
  const check = () => {
    const now = performance.now()
    for (const [response, reader] of readers) {
      const handle = response.headersSent ? handleOf(response.socket) : undefined
      if (!response.socket || !handle) continue
      const taken = handle.bytesWritten - handle.writeQueueSize
      // The kernel still takes bytes, so the client is not what we wait for.
      const isWaitedFor = handle.writeQueueSize > 0
      if (!reader) readers.set(response, { startedAt: now, windowStartedAt: now, takenAtStart: taken })
      else if (isTooSlow(reader, { now, taken, isWaitedFor }, response, limits)) cutOff(response)
    }
  }
  const timer = setInterval(check, limits.windowMs / CHECKS_PER_WINDOW).unref()
  server.once('close', () => clearInterval(timer))
}

/** With a reset: otherwise the kernel keeps what is unread and waits for the client. */
export const cutOff = ({ socket }: ServerResponse): void => void socket?.resetAndDestroy()

const handleOf = (socket: Socket | null): Handle | undefined =>
  (socket as unknown as { _handle?: Handle | null } | null)?._handle ?? undefined

type Progress = { now: number; taken: number; isWaitedFor: boolean }

function isTooSlow(
  reader: Reader,
  { now, taken, isWaitedFor }: Progress,
  response: ServerResponse,
  { windowMs, windowBytes, baseMs, bytesPerSecond }: ReadingLimits,
): boolean {
  const sizeBytes = Number(response.getHeader('content-length') ?? 0)
  if (now - reader.startedAt > baseMs + (sizeBytes / bytesPerSecond) * 1_000) return true
  if (isWaitedFor && now - reader.windowStartedAt < windowMs) return false
  const isSlow = isWaitedFor && taken - reader.takenAtStart < windowBytes
  reader.windowStartedAt = now
  reader.takenAtStart = taken
  return isSlow
}
