import { textTable } from '../../harness/report/index.ts'
import { situations } from './claim-cases.ts'
import type { Compared } from './compare-refills.ts'
import { type Ranked, ruleNames } from './rank-ads.ts'
import { writeSummary } from './summary.ts'
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

export function writeRefills(
  world: string,
  compared: Record<string, Compared>,
  runs: number,
  accounts: number,
) {
  const rows = Object.entries(compared).map(([way, { conversions, planAhead, planWins }]) => [
    way,
    writeSummary(conversions, 0),
    ...(way === 'the plan'
      ? ['', '']
      : [
          `${planAhead.mean.toFixed(0)} +- ${(2 * planAhead.error).toFixed(0)}`,
          `${(100 * planWins).toFixed(0)}%`,
        ]),
  ])
  return [
    `4. What to make next; ${world}. ${runs} runs of ${accounts} accounts, 60 days, the same money a day.`,
    textTable([['way', 'conversions', 'the plan brings more', 'in accounts'], ...rows]),
  ].join('\n')
}
