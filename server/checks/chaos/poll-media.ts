import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Dice } from './roll-dice.ts'
import type { Line } from './send-order.ts'

/** The last that a client saw of its media: a final state, or that there is no such media. */
export type Polled = { id: string; status: string; refundedCredits: number; files: string[] }

const ANSWER_MS = 10_000

/** Polls until the media is final; what cannot be answered now is asked again. */
export async function pollMedia(
  line: Line,
  user: number,
  id: string,
  dice: Dice,
  signal: AbortSignal,
): Promise<Polled | undefined> {
  while (!signal.aborted) {
    const seen = await lookOnce(line, user, id).catch(() => undefined)
    if (seen && seen.status !== 'queued' && seen.status !== 'processing') return seen
    await sleep(dice.between(700, 1_800), undefined, { signal }).catch(() => undefined)
  }
  return undefined
}

type Body = { status: string; creditsRefunded: number; outputs: { id: string }[] }

async function lookOnce(line: Line, user: number, id: string): Promise<Polled | undefined> {
  const answer = await request(`${line.baseUrl}/api/gen/media/${id}`, {
    dispatcher: line.dispatcher,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { 'x-api-key': line.clients[user]?.apiKey },
  })
  const body = (await answer.body.json()) as Body
  if (answer.statusCode === 200) {
    return {
      id,
      status: body.status,
      refundedCredits: body.creditsRefunded,
      files: body.outputs.map((file) => file.id),
    }
  }
  // Everything else is trouble that passes; a media that is not there will not come back.
  return answer.statusCode === 404 ? { id, status: 'absent', refundedCredits: 0, files: [] } : undefined
}
