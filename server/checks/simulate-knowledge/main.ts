// Do the constants of the memory do what they are for? Made-up accounts whose truth is known go through the
// very functions that judge real ones. Everything follows from the seed; a figure beyond its limit fails.
import { parseArgs } from 'node:util'
import { compareRefills, worlds } from './compare-refills.ts'
import { findBroken } from './find-broken.ts'
import { rankAds } from './rank-ads.ts'
import { weighClaims } from './weigh-claims.ts'
import { tellClaims, tellRanking, tellRefills } from './write-report.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: { small: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
})
const { small, seed } = values
const RUNS = 20
const sizes = small
  ? { accounts: 40, draws: 2_000, markets: 2 }
  : { accounts: 400, draws: 20_000, markets: 20 }
const say = (text: string) => process.stdout.write(`${text}\n\n`)

const ranked = rankAds(seed, RUNS, sizes.accounts)
say(tellRanking(ranked, RUNS, sizes.accounts))
const weighed = weighClaims(seed, sizes.draws)
say(tellClaims(weighed, sizes.draws))
for (const [name, world] of Object.entries(worlds)) {
  say(tellRefills(name, compareRefills(seed, world, RUNS, sizes.markets), RUNS, sizes.markets))
}
const broken = findBroken(ranked, weighed, sizes.draws, small)
say(broken.length === 0 ? 'Every figure is within its limit.' : broken.join('\n'))
process.exitCode = broken.length === 0 ? 0 : 1
