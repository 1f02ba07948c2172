import { refills } from './refills.ts'
import { runMarket, type World } from './run-market.ts'
import { meanOf, type Summary, summary } from './summary.ts'

/**
 * How fast cells lose their effect is not known, so there are three worlds. In all of them an ad has its full
 * effect for a week and loses half in two more; the service's rules stop it after about 18 days.
 */
export const worlds = {
  'only ads lose their effect': { freshDays: 7, halfLifeDays: 14, cellFatigue: 1 },
  'and a cell by 5% with every ad in 30 days': { freshDays: 7, halfLifeDays: 14, cellFatigue: 0.95 },
  'and a cell by 10% with every ad in 30 days': { freshDays: 7, halfLifeDays: 14, cellFatigue: 0.9 },
} satisfies Record<string, World>

export type Compared = {
  /** Conversions of sixty days of one account. */
  conversions: Summary
  /** How many more conversions the plan brings, account by account. */
  planAhead: Summary
  /** The share of accounts in which it brings more. */
  planWins: number
}

/** Every policy in the same accounts with the same random numbers. */
export function compareRefills(seed: string, world: World, runs: number, accounts: number) {
  const seeds = Array.from({ length: runs * accounts }, (_, no) => `${seed} market ${no}`)
  const brought = new Map(
    Object.entries(refills).map(([name, refill]) => [
      name,
      seeds.map((one) => runMarket(one, world, refill)),
    ]),
  )
  const ofPlan = brought.get('the plan') ?? []
  const runsOf = (values: number[]) =>
    Array.from({ length: runs }, (_, run) => meanOf(values.slice(run * accounts, (run + 1) * accounts)))
  return Object.fromEntries(
    [...brought].map(([name, values]): [string, Compared] => {
      const ahead = ofPlan.map((plan, at) => plan - (values[at] ?? 0))
      const planWins = ahead.filter((more) => more > 0).length / ahead.length
      return [name, { conversions: summary(runsOf(values)), planAhead: summary(runsOf(ahead)), planWins }]
    }),
  )
}
