import { thresholdsByDefault } from '@atelier/contract'
import {
  type Ad,
  addSums,
  type BaselineRates,
  type CellIngredients,
  computeBaseline,
  type Day,
  isDeclining,
  isFatigued,
  judgeAd,
  type Random,
  scaleSums,
  seededRandom,
  weightOf,
} from '#learning/statistics'
import { drawPoisson, drawRevenue } from './draw-counts.ts'

/** The cells of the next ads; may be fewer than needed, when there is nothing left to make. */
export type Refill = (market: Market, need: number) => CellIngredients[]

/** What a policy knows on a day: every row so far, as the service reads it. */
export type Market = {
  seed: string
  day: number
  cells: CellIngredients[]
  ads: Ad[]
  usual: BaselineRates | null
}

export type World = {
  /** An ad has its full effect for `freshDays`, then half of it after `halfLifeDays` more. */
  freshDays: number
  halfLifeDays: number
  /** The factor by which each ad of the last thirty days reduces the effect of the next ad of its cell. */
  cellFatigue: number
}

const DAYS = 60
const TARGET = 5
const SPEND_A_DAY = 250
const IMPRESSIONS_FOR_MONEY = 100
const CTR = 0.012
const LAMBDA = 0.04
const ORDER_VALUE = 50
const ORDER_SPREAD = 0.8
const CELL_SPREAD = 0.45
const AD_SPREAD = 0.2
const REMEMBERED_DAYS = 30

/** 3 CEPs, with and without a character, as image and as video. */
const cells: CellIngredients[] = [1, 2, 3].flatMap((cep) =>
  [null, 'chr_1'].flatMap((characterId) =>
    (['IMAGE', 'VIDEO'] as const).map(
      (mediaType): CellIngredients => ({
        cepId: `cep_${cep}`,
        characterId,
        mediaType,
        orientation: 'portrait',
      }),
    ),
  ),
)

type RunningAd = {
  cell: CellIngredients
  began: number
  factor: number
  random: Random
  days: Day[]
  /** As of its last day: a stopped ad keeps its state. */
  isFatigued: boolean
  isDeclining: boolean
  isOver: boolean
}

/** The conversions of one account in sixty days, when this policy chooses its ads. */
export function runMarket(seed: string, world: World, refill: Refill): number {
  const truth = drawTruth(seed)
  const ads: RunningAd[] = []
  let brought = 0
  for (let day = 0; day < DAYS; day++) {
    const running = ads.filter(({ isOver }) => !isOver)
    const need = TARGET - running.length
    if (need > 0) {
      const market = readMarket(seed, day, truth.cells, ads)
      for (const cell of refill(market, need)) {
        const ad = beginAd({ seed, world, factors: truth.factors, cell, began: day, ads })
        ads.push(ad)
        running.push(ad)
      }
    }
    // The same budget every day, however many ads share it.
    for (const ad of running) brought += runDay(ad, world, day, SPEND_A_DAY / running.length)
    stopFatigued(ads, day)
  }
  return brought
}

/** The cells in an order that depends on the account, and the true effect of each. */
export function drawTruth(seed: string): { cells: CellIngredients[]; factors: Map<string, number> } {
  const random = seededRandom(`${seed} truth`)
  const factors = new Map(cells.map((cell) => [cellKey(cell), Math.exp(CELL_SPREAD * random.normal())]))
  const shuffled = cells
    .map((cell) => ({ cell, at: random.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ cell }) => cell)
  return { cells: shuffled, factors }
}

export const cellKey = (cell: CellIngredients): string =>
  `${cell.cepId} ${cell.characterId} ${cell.mediaType}`

/** The n-th ad of a cell is the same for every policy, so that they are compared on equal terms. */
function beginAd({
  seed,
  world,
  factors,
  cell,
  began,
  ads,
}: {
  seed: string
  world: World
  factors: Map<string, number>
  cell: CellIngredients
  began: number
  ads: RunningAd[]
}): RunningAd {
  const key = cellKey(cell)
  const earlier = ads.filter((ad) => cellKey(ad.cell) === key)
  const recent = earlier.filter((ad) => began - ad.began < REMEMBERED_DAYS).length
  const random = seededRandom(`${seed} ${key} ${earlier.length}`)
  const own = Math.exp(AD_SPREAD * random.normal())
  const factor = (factors.get(key) ?? 1) * own * world.cellFatigue ** recent
  return { cell, began, factor, random, days: [], isFatigued: false, isDeclining: false, isOver: false }
}

function runDay(ad: RunningAd, world: World, day: number, spend: number): number {
  const faded = 2 ** (-Math.max(0, day - ad.began - world.freshDays) / world.halfLifeDays)
  const impressions = spend * IMPRESSIONS_FOR_MONEY
  const clicks = Math.min(impressions, drawPoisson(ad.random, impressions * CTR * faded))
  const conversions = drawPoisson(ad.random, spend * LAMBDA * ad.factor * faded)
  const revenue = drawRevenue(ad.random, conversions, ORDER_VALUE, ORDER_SPREAD)
  ad.days.push({ day: dates[day] ?? '', reach7d: null, spend, impressions, clicks, conversions, revenue })
  ad.isFatigued = isFatigued(ad.days)
  ad.isDeclining = isDeclining(ad.days)
  return conversions
}

/** Every policy stops its ads by the same rules: fatigued ads and proven losers. */
function stopFatigued(ads: RunningAd[], day: number): void {
  const seen = ads.map((ad) => readAd(ad, day + 1))
  const usual = computeBaseline(seen, 'roas')
  for (const [at, ad] of ads.entries()) {
    const read = seen[at]
    if (ad.isOver || !read) continue
    ad.isOver =
      read.isFatigued || read.isDeclining || judgeAd(read, usual, thresholdsByDefault).tier === 'loser'
  }
}

function readMarket(seed: string, day: number, shuffled: CellIngredients[], ads: RunningAd[]): Market {
  const seen = ads.map((ad) => readAd(ad, day))
  return { seed, day, cells: shuffled, ads: seen, usual: computeBaseline(seen, 'roas') }
}

/** An ad as the service reads it at the start of a day. */
function readAd({ cell, days, isFatigued, isDeclining }: RunningAd, today: number): Ad {
  const ages = days.map(({ day }) => today - (dateNumbers.get(day) ?? 0) - 1)
  const withOrders = days.filter(({ conversions }) => conversions > 0)
  return {
    id: '',
    campaign: '',
    ingredients: { angle: null, hook: null, ...cell },
    metric: 'roas',
    plain: addSums(days),
    weighted: addSums(days.map((row, at) => scaleSums(row, weightOf(ages[at] ?? 0)))),
    orders: {
      days: withOrders.length,
      squares: withOrders.reduce((sum, { revenue, conversions }) => sum + revenue ** 2 / conversions, 0),
    },
    days: days.length,
    lastRowAge: ages.at(-1) ?? 0,
    isFatigued,
    isDeclining,
    evidence: 'observed',
    driftScore: null,
  }
}

const dates = Array.from({ length: DAYS }, (_, day) =>
  new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
)
const dateNumbers = new Map(dates.map((date, day) => [date, day]))
