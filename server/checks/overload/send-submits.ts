import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { sendRequest } from '../../harness/driver/index.ts'

/** What the callers were told. */
export type Told = {
  acknowledged: string[]
  /** 503 before the charge; by the client reference. */
  refused: string[]
  /** What the refusals said. */
  reasons: Set<string>
  retryAfterSeconds: number[]
  /** No answer, one of the balancer, or `charged: "unknown"`: a process died at that moment. */
  unclear: string[]
  /** Any other answer. */
  wrong: string[]
}

export const newTold = (): Told => ({
  acknowledged: [],
  refused: [],
  reasons: new Set(),
  retryAfterSeconds: [],
  unclear: [],
  wrong: [],
})

export type Caller = { submit(told: Told): Promise<string | undefined>; close(): Promise<void> }

const ANSWER_MS = 30_000
/** One in so many jobs is a video. */
const VIDEO_EVERY = 25

/** Sends one job after the other, for one user after the other. Nothing is sent twice. */
export function newCaller(baseUrl: string, apiKeys: string[]): Caller {
  const dispatcher = new Agent({ connections: 512, connect: { timeout: 3_000 } })
  let sent = 0
  return {
    async submit(told) {
      const at = sent++
      const clientRef = `overload-${at}`
      const key = apiKeys[at % apiKeys.length] as string
      const target = { baseUrl, headers: { 'x-api-key': key }, dispatcher }
      const isVideo = at % VIDEO_EVERY === VIDEO_EVERY - 1
      const order = { prompt: 'a red mug', model: 'simulator/ok', clientRef }
      const body = isVideo ? { ...order, durationSeconds: 6, resolution: 'SD' } : order
      const path = isVideo ? '/api/gen/video' : '/api/gen/image'
      const answer = await sendRequest(target, 'POST', path, { body, timeoutMs: ANSWER_MS }).catch(
        () => undefined,
      )
      // When a process dies under the first request of a connection, the balancer answers 502 for it.
      if (!answer || (answer.status === 502 && answer.body?.code === undefined))
        return void told.unclear.push(clientRef)
      if (answer.status === 201) {
        told.acknowledged.push(answer.body.id)
        return answer.body.id
      }
      if (answer.status !== 503) return void told.wrong.push(`${answer.status} ${answer.text.slice(0, 200)}`)
      if (answer.body?.charged !== 'none') return void told.unclear.push(clientRef)
      told.refused.push(clientRef)
      told.reasons.add(String(answer.body.error))
      told.retryAfterSeconds.push(Number(answer.headers['retry-after'] ?? Number.NaN))
    },
    close: () => dispatcher.destroy(),
  }
}

/** Sends jobs at a fixed rate, whatever the answers are. */
export async function sendAtRate(
  caller: Caller,
  told: Told,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<void> {
  const startedAt = performance.now()
  const pending: Promise<unknown>[] = []
  for (let at = 0; at < perSecond * seconds; at++) {
    const waitMs = startedAt + (at / perSecond) * 1_000 - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    pending.push(caller.submit(told))
  }
  await Promise.all(pending)
}
