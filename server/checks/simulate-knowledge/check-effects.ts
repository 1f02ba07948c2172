import type { Check } from '../../harness/report/index.ts'
import type { Effects } from './find-effects.ts'
import type { Summary } from './summary.ts'

/** The share of accounts without any effect that may show a winner, and of those with one that find it. */
const FALSE_MOST = 0.05
const FOUND_LEAST = 0.6

/** What a small run may be off at random, in standard errors; the full run has no slack. */
const SLACK = 3

export function checkEffects(effects: Effects[], small: boolean): Check[] {
  const slackOf = ({ mean, error }: Summary, accounts: number) =>
    // No failure among few accounts does not make the error nothing.
    small ? SLACK * Math.max(error, Math.sqrt((mean * (1 - mean) + 1 / accounts) / accounts)) : 0
  const wrong = effects
    .filter(({ world }) => world.effect === 1)
    .filter((one) => one.false.mean - slackOf(one.false, one.accounts) > FALSE_MOST)
  const missed = effects
    .filter(({ world }) => world.isBar)
    .filter((one) => one.found.mean + slackOf(one.found, one.accounts) < FOUND_LEAST)
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  return [
    {
      sentence: `without any effect at most ${percent(FALSE_MOST)} of accounts show a winner pattern`,
      failures: wrong.map((one) => `${one.world.name}: ${percent(one.false.mean)}`),
    },
    {
      sentence: `an effect of 1.5 is found in at least ${percent(FOUND_LEAST)} of accounts`,
      failures: missed.map((one) => `${one.world.name}: ${percent(one.found.mean)}`),
    },
  ]
}
