// Proves that the constants of the statistics do what they are for: invented accounts whose truth is known go
// through the very functions that judge real ones. Everything follows from the seed; a figure beyond its
// limit fails.
// Run: pnpm simulate-knowledge [--seed 1] [--small]. Takes about 15 minutes; --small half a minute.
import { flag, text } from '../../harness/arguments/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { checkFigures } from './check-figures.ts'
import { checkPlans } from './check-plans.ts'
import { comparePolicies } from './compare-policies.ts'
import { rankAds } from './rank-ads.ts'
import { weighClaims } from './weigh-claims.ts'
import { worlds } from './worlds.ts'
import { writeClaims, writePolicies, writeRanking } from './write-report.ts'

const RUNS = 20

const command = {
  name: 'pnpm simulate-knowledge',
  options: { seed: text('1', 'any text: the same accounts again'), small: flag('a tenth, for CI') },
}

await runCheck(command, ({ small, seed }) => {
  const sizes = small
    ? { accounts: 40, draws: 2_000, markets: 12 }
    : { accounts: 400, draws: 20_000, markets: 400 }
  const ranked = rankAds(seed, RUNS, sizes.accounts)
  print(`${writeRanking(ranked, RUNS, sizes.accounts)}\n`)
  const weighed = weighClaims(seed, sizes.draws)
  print(`${writeClaims(weighed, sizes.draws)}\n`)
  const compared = worlds.map((world) => comparePolicies(seed, world, sizes.markets))
  print(`${writePolicies(compared, sizes.markets)}\n`)
  return printChecks([...checkFigures(ranked, weighed, sizes.draws, small), ...checkPlans(compared, small)])
})
