// When an ad falls under the baseline: the day from which a new look would find it worse than usual.
// ln(lift in d days) is normal under each curve: mean m = level + ln g(age + d), deviation s. P(under) = sum
// over curves of weight * Phi(-m/s). The forecast is the first day with P of at least a half; between 10% and
// 90% it is open. What is lost is E[max(0, 1 - lift)] = Phi(-m/s) - exp(m + s^2/2) * Phi(-m/s - s).

import { normalCdf } from '#learning/statistics'
import { type AgingAd, type Curve, fitDecay, leftAt, type Normal } from './fit-decay.ts'

export type Fall = {
  /** Days until it is under the baseline, 0 if it is; null beyond the horizon. */
  days: number | null
  earliest: number | null
  latest: number | null
  /** Whether it should be replaced now: it is probably under within ten days. */
  isDue: boolean
  /** The share of the spend of the next seven days that is expected to bring less than usual. */
  shareAtRisk: number
  /** The share of that spend that is expected to be lost, compared with what is usual for it. */
  shareLost: number
}

/** A less likely curve changes no forecast. */
const LIKELY_FROM = 1e-3

export const fallRule = { horizonDays: 60, dueDays: 10, due: 0.7, riskDays: 7, earliest: 0.1, latest: 0.9 }

/** Ads that are looked at together, by their number, each with its share of their spend. */
export type Together = { no: number; share: number }[]

/**
 * The forecast of each of these ads, or of several together. All ads tell how ads fade, those too that do not
 * run any more.
 */
export function forecastFalls(ads: AgingAd[], wanted: Together[]): Fall[] {
  if (wanted.length === 0) return []
  const { curves, levels } = fitDecay(ads)
  const likely = curves
    .map((curve, at) => ({ curve, levels: levels[at] ?? [] }))
    .filter(({ curve }) => curve.weight > LIKELY_FROM)
  return wanted.map((together) => {
    const expect = (days: number, figureOf: (logLift: Normal) => number): number =>
      likely.reduce(
        (sum, { curve, levels: ofCurve }) =>
          sum + curve.weight * figureOf(logLiftOf(together, days, { ads, curve, levels: ofCurve })),
        0,
      )
    const under = Array.from({ length: fallRule.horizonDays + 1 }, (_, days) =>
      expect(days, probabilityUnder),
    )
    const lost = Array.from({ length: fallRule.riskDays }, (_, no) => expect(no + 1, shortfallOf))
    return fallOf(under, lost)
  })
}

type Case = { ads: AgingAd[]; curve: Curve; levels: Normal[] }

/** Of the sum of what the ads bring, as a multiple of the usual: its logarithm is taken as normal. */
function logLiftOf(together: Together, days: number, { ads, curve, levels }: Case): Normal {
  let lift = 0
  let variance = 0
  for (const { no, share } of together) {
    const { mean, sd } = levels[no] as Normal
    const part = share * Math.exp(mean) * leftAt(curve, (ads[no]?.age ?? 0) + days)
    lift += part
    variance += (part * sd) ** 2
  }
  return { mean: Math.log(lift), sd: Math.sqrt(variance) / lift }
}

const probabilityUnder = ({ mean, sd }: Normal): number => normalCdf(-mean / sd)

/** What is missing to the usual; nothing where it is reached. */
const shortfallOf = ({ mean, sd }: Normal): number =>
  Math.max(0, normalCdf(-mean / sd) - Math.exp(mean + sd ** 2 / 2) * normalCdf(-mean / sd - sd))

const meanOf = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

function fallOf(under: number[], lost: number[]): Fall {
  const { dueDays, due, riskDays, earliest, latest } = fallRule
  const firstDay = (probability: number): number | null => {
    const at = under.findIndex((one) => one >= probability)
    return at < 0 ? null : at
  }
  return {
    days: firstDay(0.5),
    earliest: firstDay(earliest),
    latest: firstDay(latest),
    isDue: (under[dueDays] ?? 0) >= due,
    shareAtRisk: meanOf(under.slice(1, riskDays + 1)),
    shareLost: meanOf(lost),
  }
}
