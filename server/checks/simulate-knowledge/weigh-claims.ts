import { seededRandom } from '#learning/statistics'
import { drawCase, type Situation, situations, workedExamples } from './claim-cases.ts'
import { claimRules } from './claim-rules.ts'

/** The rule under check: the one that the service uses. */
export const SERVICE = 'the service (judgeClaim)'

export const AROUND = [10, 20, 50, 100]

/**
 * For each situation and number of conversions the share of claims that are called far off, and the worked
 * examples that come out wrong.
 */
export type Weighed = { shares: Record<keyof typeof situations, number[]>; lostExamples: number[] }

/** Every rule judges the same draws. */
export function weighClaims(seed: string, draws: number): Record<string, Weighed> {
  const weighed: Record<string, Weighed> = Object.fromEntries(
    Object.entries(claimRules).map(([name, way]) => [
      name,
      {
        shares: {} as Weighed['shares'],
        lostExamples: workedExamples
          .filter(({ given, verdict }) => way(given) !== verdict)
          .map(({ no }) => no),
      },
    ]),
  )
  for (const key of Object.keys(situations) as (keyof typeof situations)[]) {
    const columns = AROUND.map((around) => countVerdicts(seed, situations[key], around, draws))
    for (const [name, { shares }] of Object.entries(weighed)) {
      shares[key] = columns.map((counts) => (counts[name] ?? 0) / draws)
    }
  }
  return weighed
}

function countVerdicts(seed: string, situation: Situation, around: number, draws: number) {
  const random = seededRandom(`${seed} claims ${situation.name} ${around}`)
  const counts: Record<string, number> = {}
  for (let draw = 0; draw < draws; draw++) {
    const given = drawCase(random, situation, around)
    for (const [name, way] of Object.entries(claimRules)) {
      if (way(given) === situation.verdict) counts[name] = (counts[name] ?? 0) + 1
    }
  }
  return counts
}
