import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Line } from './send-order.ts'

const ANSWER_MS = 10_000
const INSIST_MS = 90_000

export type Asked = { method: 'POST' | 'DELETE'; path: string; body?: object }

/** The status and code of an answer for good; 0 when none came in all that time. */
export type Answered = { status: number; code: string | undefined }

/** Sends the same request until it is answered for good: what is down now comes back. */
export async function askPatiently(line: Line, user: number, asked: Asked): Promise<Answered> {
  for (const until = performance.now() + INSIST_MS; performance.now() < until; ) {
    const { status, code, retryAfterMs } = await askOnce(line, user, asked).catch(() => nothing)
    if (status !== 0 && status < 500 && status !== 429) return { status, code }
    await sleep(Math.max(200, status === 429 ? retryAfterMs : Math.min(1_000, retryAfterMs)))
  }
  return nothing
}

const nothing = { status: 0, code: undefined, retryAfterMs: 0 }

async function askOnce(line: Line, user: number, { method, path, body }: Asked) {
  const answer = await request(line.baseUrl + path, {
    method,
    dispatcher: line.dispatcher,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      'x-api-key': line.clients[user]?.apiKey,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { code } = (await answer.body.json()) as { code?: string }
  const retryAfterMs = Number(answer.headers['retry-after'] ?? 0) * 1_000
  return { status: answer.statusCode, code, retryAfterMs }
}
