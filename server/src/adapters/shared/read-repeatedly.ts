import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './call-provider.ts'

const ATTEMPTS = 4
const PAUSE_MS = 1_000

export type Answered = Extract<Answer, { kind: 'answered' }>

/**
 * Reads something that costs nothing, and again after a disturbance; undefined when it lasts. Never for a
 * call that buys.
 */
export async function readRepeatedly(
  read: () => Promise<Answer>,
  pauseMs = PAUSE_MS,
): Promise<Answered | undefined> {
  for (let attempt = 1; ; attempt++) {
    const answer = await read()
    const isDisturbed = answer.kind !== 'answered' || answer.status === 429 || answer.status >= 500
    if (!isDisturbed) return answer
    if (attempt === ATTEMPTS) return answer.kind === 'answered' ? answer : undefined
    await sleep(pauseMs * attempt)
  }
}
