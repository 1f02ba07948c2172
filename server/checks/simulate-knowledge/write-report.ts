import { textTable } from '../../harness/report/index.ts'
import { situations } from './claim-cases.ts'
import type { Compared } from './compare-policies.ts'
import type { Effects } from './find-effects.ts'
import type { Foreseen } from './forecast-falls.ts'
import { type Ranked, ruleNames } from './rank-ads.ts'
import { type Summary, writeSummary } from './summary.ts'
import { AROUND, type Weighed } from './weigh-claims.ts'

export function writeRanking({ ranking, covered }: Ranked, runs: number, accounts: number): string {
  const rows = ruleNames.map((rule) => {
    const { lift, belowUsual, precision } = ranking[rule]
    return [rule, writeSummary(lift, 2), writeSummary(belowUsual, 1, 100), writeSummary(precision, 2)]
  })
  return [
    `1. Which ad comes first. ${runs} runs of ${accounts} accounts of 40 ads; mean (single runs).`,
    textTable([['ranked by', 'true lift', '% truly below baseline', 'precision in top 5'], ...rows]),
    `The lower bound holds for ${writeSummary(covered, 1, 100)}% of ads.`,
  ].join('\n')
}

const found = ['half', 'double', 'doubleAtTwice', 'modest'] as const
const spared = ['honest', 'honestAtTwice', 'honestAtThrice', 'honestAtHalf'] as const

export function writeClaims(weighed: Record<string, Weighed>, draws: number): string {
  const table = (keys: readonly (keyof typeof situations)[]) => {
    const rows = Object.entries(weighed).map(([way, { shares, lostExamples }]) => [
      way,
      ...keys.map((key) => shares[key].map((share) => (100 * share).toFixed(1)).join('/')),
      lostExamples.join(' ') || 'none',
    ])
    const heads = keys.map((key) => `${situations[key].name}: ${situations[key].verdict}`)
    return textTable([['way', ...heads, 'examples lost'], ...rows])
  }
  return [
    `2. and 3. What claims are called, in %, around ${AROUND.join('/')} conversions; ${draws} draws of each.`,
    'A way that loses a worked example of the specification cannot be used.',
    'What should be found, the more the better; claims about an ad at the baseline unless said:',
    table(found),
    'What should be spared, the less the better:',
    table(spared),
  ].join('\n')
}

export function writeEffects(effects: Effects[]): string {
  const percent = ({ mean, error }: Summary) => `${(100 * mean).toFixed(1)} +- ${(100 * error).toFixed(1)}`
  const rows = effects.map(({ world, comparisons, false: wrong, found }) => [
    world.name,
    String(world.medianSpend),
    comparisons.mean.toFixed(0),
    percent(wrong),
    world.effect === 1 ? '' : percent(found),
  ])
  return [
    `4. Many comparisons. ${effects[0]?.accounts} accounts of 40 ads in each world; %, with standard errors.`,
    'False: accounts with a winner pattern that is none. Found: with a winner that contains the effect.',
    textTable([['world', 'median spend of an ad', 'comparisons', 'false', 'found'], ...rows]),
  ].join('\n')
}

/** Conversions of one account, by world and policy. */
export function writePolicies(compared: Compared[], accounts: number): string {
  const names = Object.keys(compared[0]?.conversions ?? {})
  const percent = (share: number) => (100 * share).toFixed(1)
  const rows = compared.map(({ world, conversions, lead, regret }) => [
    world,
    ...names.map((name) => (conversions[name] ?? 0).toFixed(1)),
    `${percent(lead.mean)} +- ${percent(lead.error)}`,
    percent(regret),
  ])
  return [
    `5. What to make next: conversions for the same money. ${accounts} accounts in each world.`,
    'Lead: of the new rule over the best of the three simple rules, in %, with its standard error.',
    'Regret: what the new rule misses of what an oracle gets that knows every effect, in %.',
    textTable([['world', ...names, 'lead', 'regret'], ...rows]),
  ].join('\n')
}

/** Which ads were listed before they fell under the baseline, by world. */
export function writeFalls(falls: Foreseen[], accounts: number): string {
  const share = (part: number, of: number) => (of === 0 ? '' : ((100 * part) / of).toFixed(0))
  const rows = falls.map(({ world, fell, foreseen, listed, listedAbove, falseAlarms }) => [
    world,
    `${fell}`,
    share(foreseen, fell),
    `${listed}`,
    share(falseAlarms, listed),
    share(falseAlarms, listedAbove),
  ])
  return [
    `6. Which ads are about to fall under the baseline. ${accounts} accounts in each world.`,
    'Listed: % of those that fell while they ran and had rows, on the list 3 days before or earlier.',
    'False: % of all listed ads that were not under the baseline within 10 days; and of those that were not',
    'under it already when they were listed.',
    textTable([['world', 'fell', 'listed', 'list', 'false', 'of those above'], ...rows]),
  ].join('\n')
}
