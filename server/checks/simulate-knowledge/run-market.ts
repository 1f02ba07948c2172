import { thresholdsByDefault } from '@atelier/contract'
import {
  addSums,
  computeBaseline,
  isDeclining,
  isFatigued,
  judgeAd,
  noSums,
  type Random,
  seededRandom,
} from '#learning/statistics'
import { drawPoisson, drawRevenue } from './draw-counts.ts'
import { drawTruth, type Truth } from './draw-truth.ts'
import { type InventedAd, type Market, readAd } from './read-market.ts'
import type { World } from './worlds.ts'

/** The numbers of the cells of the next ads, one for each place. */
export type Policy = (market: Market, need: number) => number[]

const TARGET = 5
const IMPRESSIONS_FOR_MONEY = 100
const CTR = 0.012
const LAMBDA = 0.04
const ORDER_VALUE = 50
const ORDER_SPREAD = 0.8
const REMEMBERED_DAYS = 30
const MONTH_DAYS = 30
const SPEND_REMEMBERED_DAYS = 45
/** The days that an ad usually runs, for wear by spend. */
const USUAL_RUN_DAYS = 18

/** Looks on at the start of each day; `rateOf` is what an ad truly brings for money on a day. */
export type Watch = (ads: InventedAd[], day: number, rateOf: (ad: InventedAd, day: number) => number) => void

type Run = { seed: string; world: World; truth: Truth; ads: InventedAd[]; randoms: Map<InventedAd, Random> }

/** The conversions of one account when this policy chooses its ads. */
export function runMarket(seed: string, world: World, policy: Policy, watch?: Watch): number {
  const run: Run = { seed, world, truth: drawTruth(seed, world), ads: [], randoms: new Map() }
  const budget = openBudget(seed, world)
  let brought = 0
  for (let day = 0; day < world.days; day++) {
    const { truth, ads } = run
    const need = TARGET - ads.filter(({ isOver }) => !isOver).length
    if (need > 0) {
      const market: Market = {
        seed,
        day,
        cells: truth.cells,
        ads,
        worthOf: (cell, planned) => truth.effectOf(cell, day) * wornBy(run, cell, day, planned),
      }
      for (const cell of policy(market, need)) begin(run, cell, day)
    }
    watch?.(ads, day, (ad, at) => LAMBDA * strengthOf(run, ad, at) * truth.seasonOf(at))
    brought += runDay(run, day, budget(day))
    reveal(ads, day - truth.lag)
    stopTired(ads, day)
  }
  return brought
}

/** What is spent on a day. */
function openBudget(seed: string, { spendADay, budgetRunsOut }: World): (day: number) => number {
  if (!budgetRunsOut) return () => spendADay
  const random = seededRandom(`${seed} budget`)
  let left = 0
  return (day) => {
    if (day % MONTH_DAYS === 0) left = spendADay * MONTH_DAYS
    const spend = Math.min(left, spendADay * Math.exp(0.3 + 0.5 * random.normal()))
    left -= spend
    return spend
  }
}

/** What is left of the effect of a cell for an ad that begins now. */
function wornBy({ world, ads }: Run, cell: number, day: number, planned: number): number {
  const own = ads.filter((ad) => ad.cell === cell)
  const recent = own.filter((ad) => day - ad.began < REMEMBERED_DAYS).length + planned
  if (!world.wearsBySpend) return (1 - world.wear) ** recent
  const spent = addSums(
    own.flatMap(({ rows }) => rows.filter((row) => day - row.no <= SPEND_REMEMBERED_DAYS)),
  ).spend
  return (1 - world.wear) ** (spent / ((world.spendADay / TARGET) * USUAL_RUN_DAYS) + planned)
}

/** The n-th ad of a cell is the same for every policy, so that they are compared on equal terms. */
function begin(run: Run, cell: number, day: number): void {
  const { seed, world, truth, ads, randoms } = run
  const random = seededRandom(`${seed} ${cell} ${ads.filter((ad) => ad.cell === cell).length}`)
  const ad: InventedAd = {
    cell,
    ingredients: truth.cells[cell] as InventedAd['ingredients'],
    began: day,
    factor: Math.exp(world.adSpread * random.normal()) * wornBy(run, cell, day, 0),
    rows: [],
    seen: [],
    plain: noSums,
    weeks: [],
    isFatigued: false,
    isDeclining: false,
    isOver: false,
  }
  randoms.set(ad, random)
  ads.push(ad)
}

/** What is left of an ad at its age. */
const fadedOf = ({ freshDays, halfLifeDays }: World, { began }: InventedAd, day: number): number =>
  2 ** (-Math.max(0, day - began - freshDays) / halfLifeDays)

/** The effect of an ad on a day, relative to an average fresh one. */
const strengthOf = ({ world, truth }: Run, ad: InventedAd, day: number): number =>
  truth.effectOf(ad.cell, day) * ad.factor * fadedOf(world, ad, day)

/** One day of all running ads, which share the money. */
function runDay(run: Run, day: number, money: number): number {
  const { world, truth, ads, randoms } = run
  const running = ads
    .filter(({ isOver }) => !isOver)
    .map((ad) => {
      const effect = strengthOf(run, ad, day)
      return { ad, faded: fadedOf(world, ad, day), effect, share: world.favoursGood ? effect : 1 }
    })
  const shares = running.reduce((sum, { share }) => sum + share, 0)
  let brought = 0
  for (const { ad, faded, effect, share } of running) {
    const spend = (money * share) / shares
    if (spend < 0.01) continue
    const random = randoms.get(ad) as Random
    const impressions = spend * IMPRESSIONS_FOR_MONEY
    const clicks = Math.min(
      impressions,
      drawPoisson(random, impressions * CTR * (world.clicksFade ? faded : 1)),
    )
    const conversions = drawPoisson(random, spend * LAMBDA * effect * truth.seasonOf(day))
    const revenue = drawRevenue(random, conversions, ORDER_VALUE, ORDER_SPREAD)
    const date = dates[day] ?? ''
    ad.rows.push({ no: day, day: date, reach7d: null, spend, impressions, clicks, conversions, revenue })
    brought += conversions
  }
  return brought
}

/** Rows up to this day arrive. */
function reveal(ads: InventedAd[], until: number): void {
  for (const ad of ads) {
    const row = ad.rows[ad.seen.length]
    if (!row || row.no > until) continue
    ad.seen.push(row)
    ad.plain = addSums([ad.plain, row])
    const week = Math.min(3, Math.floor((row.no - ad.began) / 7))
    ad.weeks[week] = addSums([ad.weeks[week] ?? noSums, row])
    ad.isFatigued = isFatigued(ad.seen)
    ad.isDeclining = isDeclining(ad.seen)
  }
}

/** Every policy stops its ads by the same rules: fatigued ads and proven losers. */
function stopTired(ads: InventedAd[], day: number): void {
  const usual = computeBaseline(ads, 'roas')
  for (const ad of ads) {
    if (ad.isOver || ad.seen.length === 0) continue
    ad.isOver =
      ad.isFatigued ||
      ad.isDeclining ||
      judgeAd(readAd(ad, day + 1), usual, thresholdsByDefault).tier === 'loser'
  }
}

const dates = Array.from({ length: 120 }, (_, day) =>
  new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
)
