// Brings series of different metrics, currencies and attributions on one scale.
// Input: the series of a product, and those of the owner's other products. Output: one ad for each, with its
// events by week and how many were usual for the same money (for CTR: for the same impressions), by the rate
// of its own product and comparison group. A product with little data leans on its owner: rate = (E + 3)/(X +
// 3/rate of the owner), E events for exposure X.

import type { Evidence, Metric } from '@atelier/contract'
import type { CellAd, CellName } from './fit-belief.ts'
import type { AgingAd } from './fit-decay.ts'
import type { Weeks } from './fit-fading.ts'

/** Week, days with rows, spend, impressions, clicks, conversions. */
export type LifeWeek = [
  week: number,
  days: number,
  spend: number,
  impressions: number,
  clicks: number,
  conversions: number,
]

export type Life = {
  id: string
  adId: number
  productId: string
  /** What all series of a comparison group share, as a text. */
  group: string
  metric: Metric
  evidence: Evidence
  began: number
  days: number
  revenue: number
  weeks: LifeWeek[]
  /** Null while it is not known what the ad is made of. */
  cell: CellName | null
}

const CONVERSIONS_NEEDED = 20
const CLICKS_NEEDED = 100
const LENT_EVENTS = 3
const WEEKS_TOLD_APART = 4
const metricRank: Record<Metric, number> = { roas: 0, cpa: 1, ctr: 2 }
const evidenceRank: Record<Evidence, number> = { corroborated: 0, observed: 1, claimed: 2 }

/** One series for each ad, so that no ad counts twice: the one that is documented best. */
export function chooseSeries<T extends Life>(lives: T[]): T[] {
  const byAd = Map.groupBy(lives, ({ adId }) => adId)
  return [...byAd.values()].flatMap((series) => series.toSorted(compareDocumentation).slice(0, 1))
}

/** Orders with a value first, then more days, then more events. */
function compareDocumentation(a: Life, b: Life): number {
  return (
    metricRank[a.metric] - metricRank[b.metric] ||
    Number(b.revenue > 0) - Number(a.revenue > 0) ||
    b.days - a.days ||
    evidenceRank[a.evidence] - evidenceRank[b.evidence] ||
    totalOf(b).events - totalOf(a).events ||
    (a.id < b.id ? -1 : 1)
  )
}

/** Whether these ads are enough to tell what is usual for them. */
export function hasOwnBaseline(lives: Life[]): boolean {
  const eventsOf = (isCounted: (metric: Metric) => boolean) =>
    lives.filter(({ metric }) => isCounted(metric)).reduce((sum, life) => sum + totalOf(life).events, 0)
  return (
    eventsOf((metric) => metric !== 'ctr') >= CONVERSIONS_NEEDED ||
    eventsOf((metric) => metric === 'ctr') >= CLICKS_NEEDED
  )
}

/**
 * The ads with a known cell, in the order of the input. `all` are all series that tell what is usual in their
 * comparison groups, of these ads and of others.
 */
export function joinSeries(chosen: Life[], all: Life[]): CellAd[] {
  const rateOf = readRates(all)
  return chosen.flatMap((life) =>
    life.cell === null ? [] : [{ cell: life.cell, began: life.began, weeks: weeksOf(life, rateOf(life)) }],
  )
}

/** The same ads, also those of unknown cells, as the forecast of their fall wants them. */
export function ageSeries(chosen: Life[], all: Life[], today: number): AgingAd[] {
  const rateOf = readRates(all)
  return chosen.map((life) => {
    const rate = rateOf(life)
    return {
      cell: life.cell?.key ?? life.id,
      age: today - life.began,
      weeks: life.weeks.map((one) => {
        const { events, exposure } = eventsOf(life.metric, one)
        return { week: one[0], days: one[1], exposure: rate * exposure, events }
      }),
    }
  })
}

function weeksOf(life: Life, rate: number): Weeks {
  const weeks: Weeks = []
  for (const one of life.weeks) {
    const at = Math.min(WEEKS_TOLD_APART - 1, one[0])
    const { events, exposure } = eventsOf(life.metric, one)
    const before = weeks[at] ?? { exposure: 0, events: 0 }
    weeks[at] = { exposure: before.exposure + rate * exposure, events: before.events + events }
  }
  return weeks
}

/** The usual events for one unit of exposure; 0 while there were none, so that such ads say nothing. */
function readRates(all: Life[]): (life: Life) => number {
  const products = totalsBy(all, ({ productId, group }) => `${productId} ${group}`)
  const owners = totalsBy(all, ({ group }) => group)
  return ({ productId, group, metric }) => {
    const own = products.get(`${productId} ${group}`) ?? nothing
    const owner = owners.get(group) ?? nothing
    if (owner.events === 0 || own.exposure === 0) return 0
    if (own.events >= (metric === 'ctr' ? CLICKS_NEEDED : CONVERSIONS_NEEDED))
      return own.events / own.exposure
    const lent = (LENT_EVENTS * owner.exposure) / owner.events
    return (own.events + LENT_EVENTS) / (own.exposure + lent)
  }
}

type Total = { events: number; exposure: number }
const nothing: Total = { events: 0, exposure: 0 }
const addTotals = (a: Total, b: Total): Total => ({
  events: a.events + b.events,
  exposure: a.exposure + b.exposure,
})

const totalsBy = (lives: Life[], keyOf: (life: Life) => string): Map<string, Total> =>
  new Map(
    [...Map.groupBy(lives, keyOf)].map(([key, some]) => [key, some.map(totalOf).reduce(addTotals, nothing)]),
  )

const totalOf = ({ metric, weeks }: Life): Total =>
  weeks.map((week) => eventsOf(metric, week)).reduce(addTotals, nothing)

const eventsOf = (metric: Metric, [, , spend, impressions, clicks, conversions]: LifeWeek): Total =>
  metric === 'ctr' ? { events: clicks, exposure: impressions } : { events: conversions, exposure: spend }
