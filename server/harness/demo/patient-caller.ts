import { setTimeout as sleep } from 'node:timers/promises'
import { type CallApi, callAs, UnexpectedStatus } from '../driver/index.ts'

const WAIT_MS = 5_000
/** A window of the rate limit has a minute. */
const WAITS_MAX = 15

/** Calls like any client: when the minute is full, it waits and sends the request again. */
export const patientCaller = (
  baseUrl: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): CallApi => {
  const call = callAs(baseUrl, headers)
  return async (method, path, request) => {
    for (let waits = 0; ; waits++) {
      signal.throwIfAborted()
      try {
        return await call(method, path, request)
      } catch (error) {
        const isFull = error instanceof UnexpectedStatus && error.status === 429
        if (!isFull || waits === WAITS_MAX) throw error
        await sleep(WAIT_MS, undefined, { signal })
      }
    }
  }
}
