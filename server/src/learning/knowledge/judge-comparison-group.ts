import { type Metric, metrics, type Thresholds } from '@atelier/contract'
import type {
  ClaimDrift,
  ComparisonGroup,
  FunnelStanding,
  GroupMember,
  ProductClaim,
  ProductEvidence,
  ProductSeries,
  RowsOfClaim,
  SeriesStanding,
} from '#learning/evidence'
import {
  type Ad,
  type BaselineRates,
  computeBaseline,
  type Drift,
  findLeak,
  judgeAd,
  judgeClaimOfSeveral,
  metricOf,
  ratesOf,
  type UsualSteps,
  usualSteps,
} from '#learning/statistics'

/** The series of one product that are in the same comparison group, and the claims that may be about them. */
export type ProductGroup = {
  comparisonGroup: ComparisonGroup
  metric: Metric
  series: ProductSeries[]
  claims: ProductClaim[]
}

/** A comparison group with its baselines and the tiers of its series. */
export type JudgedGroup = {
  comparisonGroup: ComparisonGroup
  metric: Metric
  ads: Ad[]
  baseline: BaselineRates | null
  /** By metric: a claim may be about another one than the objective suggests. */
  baselines: Record<Metric, BaselineRates | null>
  /** Whose ads the baseline is computed from. */
  scope: 'product' | 'owner'
  standings: SeriesStanding[]
  /** What is usual for each step of the funnel. */
  usual: UsualSteps
}

/** Splits the evidence of a product by comparison group. Series without rows are in none. */
export function comparisonGroupsOf({ series, claims }: ProductEvidence): ProductGroup[] {
  const byGroup = Map.groupBy(
    series,
    ({ comparisonGroup }) => comparisonGroup && JSON.stringify(comparisonGroup),
  )
  const bySeries = Map.groupBy(
    claims.flatMap((claim) =>
      [claim.seriesId, ...claim.others.map((one) => one.seriesId)].map((seriesId) => ({ seriesId, claim })),
    ),
    ({ seriesId }) => seriesId,
  )
  return [...byGroup.values()].flatMap((members) => {
    const comparisonGroup = members[0]?.comparisonGroup
    if (!comparisonGroup) return []
    const groupClaims = members.flatMap(({ id }) => (bySeries.get(id) ?? []).map(({ claim }) => claim))
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
 * Judges the ads of a group. `ownerAds` are the ads of the same comparison group across all products; they
 * are the baseline where the product has too little data.
 */
export function judgeComparisonGroup(
  { comparisonGroup, metric, series }: ProductGroup,
  ownerAds: GroupMember[],
  thresholds: Thresholds,
): JudgedGroup {
  const baselines = Object.fromEntries(
    metrics.map((each) => [each, computeBaseline(series, each) ?? computeBaseline(ownerAds, each)]),
  ) as Record<Metric, BaselineRates | null>
  const baseline = baselines[metric]
  const ads = series.map((one) => ({ ...one, metric, driftScore: null }))
  const scope = computeBaseline(series, metric) ? 'product' : 'owner'
  const usual = usualOf(scope === 'product' ? series : ownerAds)
  return {
    comparisonGroup,
    metric,
    ads,
    baseline,
    baselines,
    scope,
    usual,
    standings: ads.map((ad) => {
      const { tier, estimate, low, high, belowTarget } = judgeAd(ad, baseline, thresholds)
      const funnel = judgeFunnel(ad, usual)
      const usualValue = baseline?.[metric] ?? null
      return { id: ad.id, metric, tier, estimate, low, high, baseline: usualValue, funnel, belowTarget }
    }),
  }
}

const usualOf = (ads: GroupMember[]): UsualSteps =>
  usualSteps(ads.flatMap(({ funnel }) => (funnel ? [funnel.steps] : [])))

function judgeFunnel({ funnel }: GroupMember, usual: UsualSteps): FunnelStanding | null {
  if (!funnel || Object.keys(funnel.steps).length === 0) return null
  return { usual: ratesOf(usual), leak: findLeak(funnel.steps, usual) }
}

/** The verdict of every claim, and the groups with the drift of their ads. */
type JudgedClaims = { drifts: ClaimDrift[]; groups: JudgedGroup[] }

/**
 * Judges all claims of a product, newest first, each against the baseline of the series that it is about. A
 * claim about an ad without rows is unverified.
 */
export function judgeClaims(
  groups: JudgedGroup[],
  claims: ProductClaim[],
  thresholds: Thresholds,
): JudgedClaims {
  const groupOf = new Map(groups.flatMap((group) => group.ads.map(({ id }) => [id, group])))
  const judged = claims.map((claim) => {
    const { seriesId, isComparable, lastRowAge, metric } = claim
    const compareWith = (id: string | null, { coveredDays, sums, orders }: RowsOfClaim) => {
      const group = groupOf.get(id ?? '')
      const rows = { coveredDays, sums, orders, days: coveredDays, lastRowAge, isComparable }
      return { rows: group ? rows : null, baseline: group?.baselines[metric] ?? null }
    }
    const others = claim.others.map((one) => compareWith(one.seriesId, one))
    const drift = judgeClaimOfSeveral(claim, [compareWith(seriesId, claim), ...others], thresholds)
    return { claim, drift }
  })
  const scores = new Map<string | null, number>()
  // Claims come newest first; in reverse order the newest overwrites the others. One without a score says
  // nothing about its ad.
  for (const { claim, drift } of judged.toReversed())
    if (drift.driftScore !== null) scores.set(claim.seriesId, drift.driftScore)
  return {
    drifts: judged.map(({ claim, drift }) => toClaimDrift(claim, drift)),
    groups: groups.map((group) => ({
      ...group,
      ads: group.ads.map((ad) => ({ ...ad, driftScore: scores.get(ad.id) ?? null })),
    })),
  }
}

const toClaimDrift = ({ reportId }: ProductClaim, { verdict, delta, z: _, ...drift }: Drift): ClaimDrift => ({
  reportId,
  verdict,
  delta,
  drift,
})
