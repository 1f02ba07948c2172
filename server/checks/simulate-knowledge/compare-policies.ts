import { NEW_RULE, ORACLE, policies } from './policies.ts'
import { runMarket } from './run-market.ts'
import { meanOf, type Summary, summary } from './summary.ts'
import type { World } from './worlds.ts'

export type Compared = {
  world: string
  /** The mean conversions of an account with each policy. */
  conversions: Record<string, number>
  /** How far the new rule is ahead of the best simple rule, relative to it. */
  lead: Summary
  /** What the new rule misses of what the oracle gets, relative to that. */
  regret: number
}

/** Every policy in the same accounts of a world, with the same random numbers. */
export function comparePolicies(seed: string, world: World, accounts: number): Compared {
  const seeds = Array.from({ length: accounts }, (_, no) => `${seed} ${world.name} ${no}`)
  const brought = new Map(
    Object.entries(policies).map(([name, policy]) => [
      name,
      seeds.map((one) => runMarket(one, world, policy)),
    ]),
  )
  const conversions = Object.fromEntries([...brought].map(([name, values]) => [name, meanOf(values)]))
  const ofNew = brought.get(NEW_RULE) ?? []
  const ofBest = [...brought]
    .filter(([name]) => name !== NEW_RULE && name !== ORACLE)
    .map(([, values]) => values)
    .reduce((best, values) => (meanOf(values) > meanOf(best) ? values : best))
  const usual = meanOf(ofBest)
  return {
    world: world.name,
    conversions,
    lead: summary(ofNew.map((value, no) => (value - (ofBest[no] ?? 0)) / usual)),
    regret: 1 - meanOf(ofNew) / (conversions[ORACLE] ?? 1),
  }
}
