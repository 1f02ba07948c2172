import { thresholdsByDefault } from '@atelier/contract'
import {
  type BaselineRates,
  computeBaseline,
  estimate,
  noSums,
  type Random,
  type Sums,
  seededRandom,
} from '#learning/statistics'
import { drawPoisson, drawRevenue } from './draw-counts.ts'
import { meanOf, type Summary, summary } from './summary.ts'

/** An ad, and the true factor of its conversions per unit of money, relative to 0.04. */
type InventedAd = { plain: Sums; factor: number }

const LAMBDA = 0.04
const ORDER_VALUE = 50
const ORDER_SPREAD = 0.8
const ADS = 40
const TOP = 5

/** Rules for the first place. An ad with minus infinity is not ranked. */
const rules = {
  'plain ROAS': ({ spend, revenue }: Sums) => revenue / spend,
  'plain, after thresholds': (sums: Sums, usual: BaselineRates) =>
    isEligible(sums, usual) ? sums.revenue / sums.spend : -Infinity,
  'posterior mean': (sums: Sums, usual: BaselineRates) => judge(sums, usual).estimate ?? -Infinity,
  'lower bound': (sums: Sums, usual: BaselineRates) => judge(sums, usual).low ?? -Infinity,
}

type Rule = keyof typeof rules
type Ranking = Record<Rule, { lift: Summary; belowUsual: Summary; precision: Summary }>

export type Ranked = { ranking: Ranking; covered: Summary }

/** Ranks the ads of each rule. Each run has `accounts` accounts of forty ads each. */
export function rankAds(
  seed: string,
  runs: number,
  accounts: number,
): { ranking: Ranking; covered: Summary } {
  const all = Array.from({ length: runs }, (_, run) =>
    runOnce(seededRandom(`${seed} ranking ${run}`), accounts),
  )
  const over = (rule: Rule, figure: 'lift' | 'belowUsual' | 'precision') =>
    summary(all.map(({ results }) => meanOf(results[rule].map((result) => result[figure]))))
  const ranking = Object.fromEntries(
    ruleNames.map((rule) => [
      rule,
      { lift: over(rule, 'lift'), belowUsual: over(rule, 'belowUsual'), precision: over(rule, 'precision') },
    ]),
  ) as Ranking
  return { ranking, covered: summary(all.map(({ covered }) => covered)) }
}

export const ruleNames = Object.keys(rules) as Rule[]

function runOnce(random: Random, accounts: number) {
  const results = Object.fromEntries(ruleNames.map((rule) => [rule, []])) as unknown as Record<
    Rule,
    { lift: number; belowUsual: number; precision: number }[]
  >
  let covered = 0
  for (let account = 0; account < accounts; account++) {
    const ads = Array.from({ length: ADS }, () => inventAd(random))
    const usual = computeBaseline(ads, 'roas')
    if (!usual?.roas) throw new Error('forty ads must be enough for a baseline')
    const truth = ({ factor }: InventedAd) => factor * LAMBDA * ORDER_VALUE
    covered += ads.filter((ad) => (judge(ad.plain, usual).low ?? 0) <= truth(ad)).length
    const best = new Set(ads.toSorted((a, b) => b.factor - a.factor).slice(0, TOP))
    for (const rule of ruleNames) {
      const ranked = ads
        .map((ad) => ({ ad, score: rules[rule](ad.plain, usual) }))
        .filter(({ score }) => score > -Infinity)
        .sort((a, b) => b.score - a.score)
      const first = ranked[0]
      if (!first) continue
      const lift = truth(first.ad) / usual.roas
      const hits = ranked.slice(0, TOP).filter(({ ad }) => best.has(ad)).length
      results[rule].push({ lift, belowUsual: lift < 1 ? 1 : 0, precision: hits / TOP })
    }
  }
  return { results, covered: covered / (accounts * ADS) }
}

function inventAd(random: Random): InventedAd {
  const spend = 300 * Math.exp(1.3 * random.normal())
  const factor = Math.exp(0.45 * random.normal())
  const conversions = drawPoisson(random, spend * factor * LAMBDA)
  const revenue = drawRevenue(random, conversions, ORDER_VALUE, ORDER_SPREAD)
  return { plain: { ...noSums, spend, conversions, revenue }, factor }
}

const judge = (sums: Sums, usual: BaselineRates) => estimate('roas', sums, usual, ORDER_SPREAD)

/** Only the thresholds of spend and conversions: these ads have no days and no impressions. */
function isEligible({ spend, conversions }: Sums, usual: BaselineRates): boolean {
  const { spend: least, spendInCpa, conversions: fewest } = thresholdsByDefault
  return spend >= Math.max(spendInCpa * (usual.cpa ?? 0), least) && conversions >= fewest
}
