import { type Metric, metrics, type Thresholds } from '@atelier/contract'
import type { ClaimDrift, League, SeriesStanding, Shelf, ShelfClaim, ShelfSeries } from '#learning/evidence'
import {
  type Ad,
  type Drift,
  judgeAd,
  judgeClaim,
  metricOf,
  type Sums,
  type Usual,
  usualOf,
} from '#learning/statistics'

/** The series of one shelf that may be compared with each other, and the claims about them. */
export type ShelfLeague = { league: League; metric: Metric; series: ShelfSeries[]; claims: ShelfClaim[] }

export type JudgedLeague = {
  league: League
  metric: Metric
  ads: Ad[]
  usual: Usual | null
  /** Whose ads were enough to tell what is usual. */
  scope: 'product' | 'owner'
  standings: SeriesStanding[]
  drifts: ClaimDrift[]
}

export function leaguesOf({ series, claims }: Shelf): ShelfLeague[] {
  const byLeague = Map.groupBy(series, ({ league }) => league && JSON.stringify(league))
  const bySeries = Map.groupBy(claims, ({ seriesId }) => seriesId)
  return [...byLeague.values()].flatMap((some) => {
    const league = some[0]?.league
    if (!league) return []
    const about = some.flatMap(({ id }) => bySeries.get(id) ?? [])
    return [{ league, metric: metricOf(league.objective), series: some, claims: about }]
  })
}

/** Whether its own ads are too few to tell what is usual, for anything that has to be told. */
export const leansOnOthers = ({ metric, series, claims }: ShelfLeague): boolean =>
  [...new Set([metric, ...claims.map((claim) => claim.metric)])].some((asked) => !usualOf(series, asked))

/**
 * Where its ads stand and what its claims are worth. The `others` are the ads of the same league of all
 * products; they are asked where its own are too few.
 */
export function judgeLeague(
  { league, metric, series, claims }: ShelfLeague,
  others: { plain: Sums }[],
  thresholds: Thresholds,
): JudgedLeague {
  const usuals = Object.fromEntries(
    metrics.map((asked) => [asked, usualOf(series, asked) ?? usualOf(others, asked)]),
  ) as Record<Metric, Usual | null>
  const judged = claims.map((claim) => ({ claim, drift: judge(claim, usuals[claim.metric], thresholds) }))
  const scores = new Map<string | null, number | null>()
  // They come newest first, and the newest is the one that counts.
  for (const { claim, drift } of judged.toReversed()) scores.set(claim.seriesId, drift.driftScore)
  const ads = series.map((one) => ({ ...one, metric, driftScore: scores.get(one.id) ?? null }))
  return {
    league,
    metric,
    ads,
    usual: usuals[metric],
    scope: usualOf(series, metric) ? 'product' : 'owner',
    standings: ads.map((ad) => {
      const { tier, estimate, low, high } = judgeAd(ad, usuals[metric], thresholds)
      return { id: ad.id, metric, tier, estimate, low, high }
    }),
    drifts: judged.map(({ claim, drift }) => keptOf(claim, drift)),
  }
}

/** What is left to say about claims of which there are no rows. */
export const judgeUnseen = (claims: ShelfClaim[], thresholds: Thresholds): ClaimDrift[] =>
  claims.map((claim) => keptOf(claim, judgeClaim(claim, null, null, thresholds)))

const judge = (claim: ShelfClaim, usual: Usual | null, thresholds: Thresholds): Drift =>
  judgeClaim(claim, { ...claim, days: claim.coveredDays }, usual, thresholds)

const keptOf = ({ reportId }: ShelfClaim, { verdict, delta, z: _, ...drift }: Drift): ClaimDrift => ({
  reportId,
  verdict,
  delta,
  drift,
})
