import { type Metric, metrics, type Thresholds } from '@atelier/contract'
import type {
  ClaimDrift,
  ComparisonGroup,
  ProductClaim,
  ProductEvidence,
  ProductSeries,
  SeriesStanding,
} from '#learning/evidence'
import {
  type Ad,
  type BaselineRates,
  computeBaseline,
  type Drift,
  judgeAd,
  judgeClaim,
  metricOf,
  type Sums,
} from '#learning/statistics'

/** The series of one product that are in the same comparison group, and the claims about them. */
export type ProductGroup = {
  comparisonGroup: ComparisonGroup
  metric: Metric
  series: ProductSeries[]
  claims: ProductClaim[]
}

/** A comparison group with its baseline, the tiers of its series and the verdicts of its claims. */
export type JudgedGroup = {
  comparisonGroup: ComparisonGroup
  metric: Metric
  ads: Ad[]
  baseline: BaselineRates | null
  /** Whose ads the baseline is computed from. */
  scope: 'product' | 'owner'
  standings: SeriesStanding[]
  drifts: ClaimDrift[]
}

/** Splits the evidence of a product by comparison group. Series without rows are in none. */
export function comparisonGroupsOf({ series, claims }: ProductEvidence): ProductGroup[] {
  const byGroup = Map.groupBy(
    series,
    ({ comparisonGroup }) => comparisonGroup && JSON.stringify(comparisonGroup),
  )
  const bySeries = Map.groupBy(claims, ({ seriesId }) => seriesId)
  return [...byGroup.values()].flatMap((members) => {
    const comparisonGroup = members[0]?.comparisonGroup
    if (!comparisonGroup) return []
    const groupClaims = members.flatMap(({ id }) => bySeries.get(id) ?? [])
    return [
      { comparisonGroup, metric: metricOf(comparisonGroup.objective), series: members, claims: groupClaims },
    ]
  })
}

/**
 * Whether the product has too few ads for its own baseline, for the metric of the group or of any claim.
 */
export const lacksOwnBaseline = ({ metric, series, claims }: ProductGroup): boolean =>
  [...new Set([metric, ...claims.map((claim) => claim.metric)])].some(
    (needed) => !computeBaseline(series, needed),
  )

/**
 * Judges the ads and claims of a group. `ownerAds` are the ads of the same comparison group across all
 * products; they are the baseline where the product has too little data.
 */
export function judgeComparisonGroup(
  { comparisonGroup, metric, series, claims }: ProductGroup,
  ownerAds: { plain: Sums }[],
  thresholds: Thresholds,
): JudgedGroup {
  const baselines = Object.fromEntries(
    metrics.map((each) => [each, computeBaseline(series, each) ?? computeBaseline(ownerAds, each)]),
  ) as Record<Metric, BaselineRates | null>
  const judged = claims.map((claim) => ({ claim, drift: judge(claim, baselines[claim.metric], thresholds) }))
  const scores = new Map<string | null, number | null>()
  // Claims come newest first; in reverse order the newest overwrites the others.
  for (const { claim, drift } of judged.toReversed()) scores.set(claim.seriesId, drift.driftScore)
  const ads = series.map((one) => ({ ...one, metric, driftScore: scores.get(one.id) ?? null }))
  return {
    comparisonGroup,
    metric,
    ads,
    baseline: baselines[metric],
    scope: computeBaseline(series, metric) ? 'product' : 'owner',
    standings: ads.map((ad) => {
      const { tier, estimate, low, high } = judgeAd(ad, baselines[metric], thresholds)
      return { id: ad.id, metric, tier, estimate, low, high }
    }),
    drifts: judged.map(({ claim, drift }) => toClaimDrift(claim, drift)),
  }
}

/** The verdict `unverified` for claims about ads without rows. */
export const judgeClaimsWithoutRows = (claims: ProductClaim[], thresholds: Thresholds): ClaimDrift[] =>
  claims.map((claim) => toClaimDrift(claim, judgeClaim(claim, null, null, thresholds)))

const judge = (claim: ProductClaim, baseline: BaselineRates | null, thresholds: Thresholds): Drift =>
  judgeClaim(claim, { ...claim, days: claim.coveredDays }, baseline, thresholds)

const toClaimDrift = ({ reportId }: ProductClaim, { verdict, delta, z: _, ...drift }: Drift): ClaimDrift => ({
  reportId,
  verdict,
  delta,
  drift,
})
