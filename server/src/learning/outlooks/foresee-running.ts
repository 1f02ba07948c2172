import type { RunningAd, RunningCell } from '@atelier/contract'
import { ageSeries, fallRule, forecastFalls, type LifeWeek } from '#learning/planning'
import { isFading, type OwnAd, partsOf, STILL_RUNNING_DAYS } from './own-ad.ts'

/** `urgency` is the expected loss in usual conversions of its currency: it compares ads of all currencies. */
export type StoredRunningAd = RunningAd & { urgency: number }
export type StoredRunningCell = RunningCell

/** Reports of one product may be a day apart. */
const RUNNING_DAYS_APART = 1
const RUNNING_MAX = 100
/** Enough to learn how ads fade. */
const ADS_FOR_FADING = 500
const DAY_MS = 86_400_000

/**
 * The ads of a product that run, newest first, and their combinations: until when they are better than usual,
 * and what is spent after that. `chosen` are all ads that tell how ads fade, `all` all series.
 */
export function foreseeRunning(
  own: OwnAd[],
  chosen: OwnAd[],
  all: OwnAd[],
  today: string,
): { running: StoredRunningAd[]; runningCells: StoredRunningCell[] } {
  const running = listRunning(own)
  const others = chosen.filter((ad) => !running.includes(ad))
  const known = [...running, ...others].slice(0, Math.max(running.length, ADS_FOR_FADING))
  const aging = ageSeries(known, all, Date.parse(today) / DAY_MS)
  const money = running.map(({ weeks }) => spendADay(weeks))
  const usual = running.map((ad, no) => usualADay(ad.weeks, aging[no]?.weeks ?? []))
  const cells = [
    ...Map.groupBy(
      running.map((ad, no) => ({ ad, no })).filter(({ ad }) => ad.cell !== null),
      ({ ad }) => ad.cell?.key,
    ).values(),
  ]
  const alone = running.map((_, no) => [{ no, share: 1 }])
  const together = cells.map((ads) => {
    const sum = ads.reduce((total, { no }) => total + (usual[no] ?? 0), 0)
    return ads.map(({ no }) => ({ no, share: sum > 0 ? (usual[no] ?? 0) / sum : 1 / ads.length }))
  })
  const falls = forecastFalls(aging, [...alone, ...together])
  const atRisk = (fall: number, amount: number) =>
    round((falls[fall]?.shareAtRisk ?? 0) * fallRule.riskDays * amount)
  const prices = priceEvents(running, money, usual)
  return {
    running: running.map((ad, no) => {
      const { currency } = ad.series.comparisonGroup
      const expectedLoss = round((falls[no]?.shareLost ?? 0) * fallRule.riskDays * (money[no] ?? 0))
      return {
        ...describe(ad),
        fall: presentFall(falls[no]),
        spendAtRisk: atRisk(no, money[no] ?? 0),
        expectedLoss,
        currency,
        urgency: expectedLoss / (prices.get(currency) ?? 1),
      }
    }),
    runningCells: cells.flatMap((ads, at) => {
      const first = ads[0]?.ad
      if (!first) return []
      const byCurrency = Map.groupBy(ads, ({ ad }) => ad.series.comparisonGroup.currency)
      return [
        {
          ...partsOf(first),
          ads: ads.length,
          fall: presentFall(falls[running.length + at]),
          spendAtRisk: [...byCurrency].map(([currency, some]) => ({
            currency,
            amount: round(some.reduce((sum, { no }) => sum + atRisk(no, money[no] ?? 0), 0)),
          })),
        },
      ]
    }),
  }
}

/** Ads whose rows reach to the newest day of the product, newest first. */
function listRunning(ads: OwnAd[]): OwnAd[] {
  const newest = Math.min(...ads.map(({ series }) => series.lastRowAge))
  return ads
    .filter(({ series: { lastRowAge } }) => lastRowAge < STILL_RUNNING_DAYS)
    .filter(({ series: { lastRowAge } }) => lastRowAge <= newest + RUNNING_DAYS_APART)
    .sort((a, b) => b.began - a.began || (a.id < b.id ? -1 : 1))
    .slice(0, RUNNING_MAX)
}

function describe(ad: OwnAd) {
  const { angle: _, ...ingredients } = ad.series.ingredients
  const { platformAdId, mediaId: generatedMediaId, firstDay, lastDay } = ad.series
  return { ...ingredients, platformAdId, generatedMediaId, firstDay, lastDay, fading: isFading(ad) }
}

const presentFall = (fall: ReturnType<typeof forecastFalls>[number] | undefined): RunningAd['fall'] => ({
  days: fall?.days ?? null,
  earliest: fall?.earliest ?? null,
  latest: fall?.latest ?? null,
  due: fall?.isDue ?? false,
})

/** Of the last two weeks of its life. */
function spendADay(weeks: LifeWeek[]): number {
  const last = weeks.slice(-2)
  const days = last.reduce((sum, week) => sum + week[1], 0)
  return days > 0 ? last.reduce((sum, week) => sum + week[2], 0) / days : 0
}

/** What is usual for the spend of a day, of the same weeks. */
function usualADay(weeks: LifeWeek[], aging: { exposure: number }[]): number {
  const days = weeks.slice(-2).reduce((sum, week) => sum + week[1], 0)
  return days > 0 ? aging.slice(-2).reduce((sum, { exposure }) => sum + exposure, 0) / days : 0
}

/**
 * What a usual conversion costs in each currency, to compare losses of several currencies without rates of
 * exchange. Clicks stand for conversions only in a currency without any.
 */
function priceEvents(ads: OwnAd[], money: number[], usual: number[]): Map<string, number> {
  const all = ads.map(({ metric, series }, no) => ({
    metric,
    currency: series.comparisonGroup.currency,
    money: money[no] ?? 0,
    usual: usual[no] ?? 0,
  }))
  return new Map(
    [...Map.groupBy(all, ({ currency }) => currency)].flatMap(([currency, some]): [string, number][] => {
      const converting = some.filter((one) => one.metric !== 'ctr' && one.usual > 0)
      const counted = converting.length > 0 ? converting : some
      const events = counted.reduce((sum, one) => sum + one.usual, 0)
      return events > 0 ? [[currency, counted.reduce((sum, one) => sum + one.money, 0) / events]] : []
    }),
  )
}

const round = (amount: number): number => Math.round(amount * 100) / 100
