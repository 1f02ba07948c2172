// When an ad falls under the baseline: the day from which a new look would find it worse than usual.
// P(under in d days) = sum over curves of weight * Phi(-(level + ln g(age + d))/sd). The forecast is the
// first day with P of at least a half; between 10% and 90% it is open.

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
  return wanted.map((together) =>
    fallOf(
      Array.from({ length: fallRule.horizonDays + 1 }, (_, days) =>
        likely.reduce(
          (sum, { curve, levels: ofCurve }) =>
            sum + curve.weight * probabilityUnder(together, days, { ads, curve, levels: ofCurve }),
          0,
        ),
      ),
    ),
  )
}

type Case = { ads: AgingAd[]; curve: Curve; levels: Normal[] }

/** Of the sum of what the ads bring: its logarithm is taken as normal. */
function probabilityUnder(together: Together, days: number, { ads, curve, levels }: Case): number {
  let lift = 0
  let variance = 0
  for (const { no, share } of together) {
    const { mean, sd } = levels[no] as Normal
    const part = share * Math.exp(mean) * leftAt(curve, (ads[no]?.age ?? 0) + days)
    lift += part
    variance += (part * sd) ** 2
  }
  return normalCdf((-Math.log(lift) * lift) / Math.sqrt(variance))
}

function fallOf(under: number[]): Fall {
  const { dueDays, due, riskDays, earliest, latest } = fallRule
  const firstDay = (probability: number): number | null => {
    const at = under.findIndex((one) => one >= probability)
    return at < 0 ? null : at
  }
  const near = under.slice(1, riskDays + 1)
  return {
    days: firstDay(0.5),
    earliest: firstDay(earliest),
    latest: firstDay(latest),
    isDue: (under[dueDays] ?? 0) >= due,
    shareAtRisk: near.reduce((sum, one) => sum + one, 0) / near.length,
  }
}
