import type { Pattern } from '@atelier/contract'
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
}

export function presentPattern({
  owner,
  found,
  origin,
  names,
  lastObservedAt,
}: PatternToPresent): StoredPattern {
  const { ingredients, metric, standing } = found
  const { productId, ...group } = origin
  const pattern: Pattern = {
    id: patternId(owner, origin, metric, ingredients),
    ...namePattern(ingredients, names, origin, metric),
    productId: productId || null,
    ...group,
    ingredients,
    metric,
    estimate: standing.estimate,
    lowerBound: standing.bound,
    baseline: found.baseline,
    lift: standing.lift,
    probabilityBetter: standing.probabilityBetter,
    score: standing.score,
    tier: standing.tier,
    sample: found.sample,
    hitRate: found.hitRate,
    evidence: found.evidence,
    lastObservedAt,
    freshness: found.freshness,
    drift: found.drift,
    why: explainPattern(found, origin.currency),
    ads: found.members.slice(0, ADS_SHOWN).map(({ id, estimate, bound, tier }) => ({
      historyId: id,
      estimate,
      lowerBound: bound,
      tier,
    })),
  }
  return { pattern, group: found.group }
}
