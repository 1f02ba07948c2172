import { median } from '../report/index.ts'
import type { Subject } from './open-subject.ts'

export type TimedRequest = {
  name: string
  /** Done before each round, and not timed. */
  before?: (subject: Subject) => Promise<void>
  send: (subject: Subject, round: number) => Promise<void>
}

/**
 * Sends the same request to both subjects in turn, so that a busy machine is slow for both. The first rounds
 * open connections and warm caches: they are not counted.
 */
export async function compareTimes(
  [small, large]: readonly [Subject, Subject],
  { before, send }: TimedRequest,
  { warmRounds, rounds }: { warmRounds: number; rounds: number },
): Promise<{ smallMs: number; largeMs: number; ratio: number }> {
  const times = new Map<Subject, number[]>([
    [small, []],
    [large, []],
  ])
  for (let round = -warmRounds; round < rounds; round++) {
    for (const subject of round % 2 === 0 ? [small, large] : [large, small]) {
      await before?.(subject)
      const startedAt = performance.now()
      await send(subject, round + warmRounds)
      if (round >= 0) times.get(subject)?.push(performance.now() - startedAt)
    }
  }
  const [smallMs, largeMs] = [median(times.get(small) ?? []), median(times.get(large) ?? [])]
  return { smallMs, largeMs, ratio: largeMs / smallMs }
}
