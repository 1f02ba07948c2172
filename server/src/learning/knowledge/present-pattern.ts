import { type Pattern, roundChance, roundRatio, roundShare, roundSum } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { FoundPattern } from '#learning/statistics'
import { explainPattern } from './explain-pattern.ts'
import { type KnownNames, namePattern } from './name-pattern.ts'
import { type PatternOrigin, patternId } from './pattern-id.ts'

const ADS_SHOWN = 5

/** A pattern as the API returns it, and its sort group. */
export type StoredPattern = { pattern: Pattern; group: FoundPattern['group'] }

type PatternToPresent = {
  owner: Owner
  found: FoundPattern
  origin: PatternOrigin
  names: KnownNames
  lastObservedAt: string | null
  /** What its ads count beside their sums, as far as they do. */
  counted?: Pick<Pattern, 'profit' | 'liftTest' | 'funnel'>
}

export function presentPattern({
  owner,
  found,
  origin,
  names,
  lastObservedAt,
  counted,
}: PatternToPresent): StoredPattern {
  const { ingredients, metric, standing, sample, hitRate, proof } = found
  const { productId, ...group } = origin
  const { title, summary } = namePattern(ingredients, names, origin, metric)
  const pattern: Pattern = {
    id: patternId(owner, origin, metric, ingredients),
    title,
    why: explainPattern(found, origin.currency),
    tier: standing.tier,
    productId: productId || null,
    productName: names.product,
    ingredients,
    cepText: (ingredients.cepId && names.ceps.get(ingredients.cepId)) || null,
    characterName: (ingredients.characterId && names.characters.get(ingredients.characterId)) || null,
    metric,
    estimate: roundRatio(standing.estimate),
    lowerBound: roundRatio(standing.bound),
    baseline: roundRatio(found.baseline),
    lift: roundRatio(standing.lift),
    probabilityBetter: roundShare(standing.probabilityBetter),
    comparisons: proof?.comparisons ?? null,
    chance: roundChance(proof?.chance ?? null),
    score: standing.score,
    ...counted,
    sample: { ...sample, spend: roundSum(sample.spend), conversions: roundSum(sample.conversions) },
    hitRate: { ...hitRate, lowerBound: roundShare(hitRate.lowerBound) },
    evidence: found.evidence,
    freshness: found.freshness,
    lastObservedAt,
    drift: found.drift,
    ...group,
    summary,
    ads: found.members.slice(0, ADS_SHOWN).map(({ id, estimate, bound, tier }) => ({
      historyId: id,
      estimate: roundRatio(estimate),
      lowerBound: roundRatio(bound),
      tier,
    })),
  }
  return { pattern, group: found.group }
}
