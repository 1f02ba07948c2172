import type { Dispatcher } from 'undici'
import { sendRequest } from '../../harness/driver/index.ts'

export type Phase = 'warm-up' | 'quiet' | 'kills'

/** One request, as its caller sees it. */
export type Sent = {
  phase: Phase
  ms: number
  /** A status other than a success, or an error; undefined when it went well. */
  failure: string | undefined
  /** The cell that answered, if one did. */
  cell: string | undefined
}

export type Request = { apiKey?: string; method: string; path: string; body?: unknown }

/** Returns the body of a success, and undefined after a failure. */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows what an answer holds.
export type Send = (request: Request) => Promise<any>

/** A submit waits 8 s for its provider. */
const ANSWER_MS = 15_000

/** Sends requests and writes down how each went. */
export function newSender(
  target: { baseUrl: string; dispatcher: Dispatcher },
  sent: Sent[],
  phaseNow: () => Phase,
): Send {
  return async ({ apiKey, method, path, body }) => {
    const phase = phaseNow()
    const startedAt = performance.now()
    const record = (failure?: string, cell?: string) =>
      sent.push({ phase, ms: performance.now() - startedAt, failure, cell })
    const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-api-key': apiKey }
    try {
      const answer = await sendRequest({ ...target, headers }, method, path, { body, timeoutMs: ANSWER_MS })
      const isGood = answer.status < 300
      const code = answer.body?.code ?? ''
      record(isGood ? undefined : `${answer.status} ${code}`, answer.headers['x-cell']?.toString())
      return isGood ? (answer.body ?? {}) : undefined
    } catch (error) {
      record((error as Error & { code?: string }).code ?? (error as Error).message)
      return undefined
    }
  }
}
