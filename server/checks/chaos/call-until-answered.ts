import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '../../harness/driver/index.ts'
import { type Line, ownerOf, targetOf } from './send-submit.ts'

const ANSWER_MS = 10_000
const GIVE_UP_MS = 90_000

export type Call = {
  method: 'POST' | 'DELETE'
  path: string
  body?: object
  /** With the session of the owner, not with a key. */
  asOwner?: true
}

/** The status and code of the final answer; 0 when none came in time. */
export type FinalAnswer = { status: number; code: string | undefined }

/** Repeats a request until it gets a final answer: what is down now comes back. */
export async function callUntilAnswered(line: Line, user: number, call: Call): Promise<FinalAnswer> {
  for (const until = performance.now() + GIVE_UP_MS; performance.now() < until; ) {
    const { status, code, retryAfterMs } = await callOnce(line, user, call).catch(() => none)
    if (status !== 0 && status < 500 && status !== 429) return { status, code }
    await sleep(Math.max(200, status === 429 ? retryAfterMs : Math.min(1_000, retryAfterMs)))
  }
  return none
}

const none = { status: 0, code: undefined, retryAfterMs: 0 }

async function callOnce(line: Line, user: number, { method, path, body: sent, asOwner }: Call) {
  const request = { ...(sent && { body: sent }), timeoutMs: ANSWER_MS }
  const target = asOwner ? ownerOf(line, user) : targetOf(line, user)
  const { status, headers, body } = await sendRequest(target, method, path, request)
  return {
    status,
    code: body?.code as string | undefined,
    retryAfterMs: Number(headers['retry-after'] ?? 0) * 1_000,
  }
}
