// Proves that the constants of the statistics do what they are for: invented accounts whose truth is known go
// through the very functions that judge real ones. Everything follows from the seed; a figure beyond its
// limit fails.
// Run: pnpm simulate-knowledge [--seed 1] [--small]. Takes about 25 minutes; --small a minute.
// With --effects only what many comparisons find and invent: about 5 minutes.
// With --results a run that was stopped goes on; --worlds 1,2 runs only these worlds of the plan.
import { flag, text } from '../../harness/arguments/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { checkEffects } from './check-effects.ts'
import { checkFalls } from './check-falls.ts'
import { checkFigures } from './check-figures.ts'
import { checkPlans } from './check-plans.ts'
import { comparePolicies } from './compare-policies.ts'
import { effectWorlds, findEffects } from './find-effects.ts'
import { watchFalls } from './forecast-falls.ts'
import { keepResults } from './keep-results.ts'
import { rankAds } from './rank-ads.ts'
import { weighClaims } from './weigh-claims.ts'
import { worlds } from './worlds.ts'
import { writeClaims, writeEffects, writeFalls, writePolicies, writeRanking } from './write-report.ts'

const RUNS = 20

const command = {
  name: 'pnpm simulate-knowledge',
  options: {
    seed: text('1', 'any text: the same accounts again'),
    worlds: text('all', 'numbers of worlds with commas: only their plans and forecasts'),
    effects: flag('only the accounts with and without an effect'),
    results: text('', 'a file that keeps the results of finished worlds'),
    small: flag('a tenth, for CI'),
  },
}

await runCheck(command, ({ small, seed, worlds: wanted, effects: isEffectsOnly, results }) => {
  const sizes = small
    ? { accounts: 40, draws: 2_000, products: 200, markets: 12, watched: 12 }
    : { accounts: 400, draws: 20_000, products: 2_000, markets: 400, watched: 100 }
  const lookForEffects = () => {
    const effects = effectWorlds.map((world) => findEffects(seed, world, sizes.products))
    print(`${writeEffects(effects)}\n`)
    return checkEffects(effects, small)
  }
  if (isEffectsOnly) return printChecks(lookForEffects())
  const numbers = wanted.split(',').map(Number)
  const chosen = wanted === 'all' ? worlds : worlds.filter((_, no) => numbers.includes(no + 1))
  const kept = keepResults(results, `${seed} ${small ? 'small' : 'full'}`)
  const compared = chosen.map((world) =>
    kept(`plan ${world.name}`, () => comparePolicies(seed, world, sizes.markets)),
  )
  print(`${writePolicies(compared, sizes.markets)}\n`)
  const falls = chosen.map((world) =>
    kept(`falls ${world.name}`, () => watchFalls(seed, world, sizes.watched)),
  )
  print(`${writeFalls(falls, sizes.watched)}\n`)
  const checks = [...checkPlans(compared, small, worlds.length), ...checkFalls(falls, small)]
  if (wanted !== 'all') return printChecks(checks)
  const ranked = rankAds(seed, RUNS, sizes.accounts)
  print(`${writeRanking(ranked, RUNS, sizes.accounts)}\n`)
  const weighed = weighClaims(seed, sizes.draws)
  print(`${writeClaims(weighed, sizes.draws)}\n`)
  const figures = checkFigures(ranked, weighed, sizes.draws, small)
  return printChecks([...figures, ...lookForEffects(), ...checks])
})
