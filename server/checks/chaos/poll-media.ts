import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '../../harness/driver/index.ts'
import type { Random } from '../../harness/random/index.ts'
import { type Line, targetOf } from './send-submit.ts'

/** The last answer that a client got about its media: a final state, or that there is no such media. */
export type Polled = { id: string; status: string; refundedCredits: number; files: string[] }

const ANSWER_MS = 10_000

/** Polls until the media is final; a poll that cannot be answered now is repeated. */
export async function pollMedia(
  line: Line,
  { user, id }: { user: number; id: string },
  random: Random,
  signal: AbortSignal,
): Promise<Polled | undefined> {
  while (!signal.aborted) {
    const polled = await pollOnce(line, user, id).catch(() => undefined)
    if (polled && polled.status !== 'queued' && polled.status !== 'processing') return polled
    await sleep(random.float(700, 1_800), undefined, { signal }).catch(() => undefined)
  }
  return undefined
}

type Body = { status: string; creditsRefunded: number; outputs: { id: string }[] }

async function pollOnce(line: Line, user: number, id: string): Promise<Polled | undefined> {
  const path = `/api/gen/media/${id}`
  const answer = await sendRequest(targetOf(line, user), 'GET', path, { timeoutMs: ANSWER_MS })
  if (answer.status === 200) {
    const body = answer.body as Body
    return {
      id,
      status: body.status,
      refundedCredits: body.creditsRefunded,
      files: body.outputs.map((file) => file.id),
    }
  }
  // Every other answer is temporary; a media that is absent will not come back.
  return answer.status === 404 ? { id, status: 'absent', refundedCredits: 0, files: [] } : undefined
}
