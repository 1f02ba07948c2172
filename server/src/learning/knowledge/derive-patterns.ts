import type { Ingredients, Thresholds } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { ProductClaim, ProductEvidence, ProductSeries } from '#learning/evidence'
import { claimedPatterns, type FoundPattern, findPatterns } from '#learning/statistics'
import type { JudgedGroup } from './judge-comparison-group.ts'
import type { Names } from './name-pattern.ts'
import type { PatternPlace } from './pattern-id.ts'
import { presentPattern, type StoredPattern } from './present-pattern.ts'

/** A claim beside the ad that it is about, of which there are no rows. */
export type BareClaim = { claim: ProductClaim; series: ProductSeries }

/**
 * All patterns of a product: those that rows show, comparison group by comparison group, and those that are
 * only claimed.
 */
export function drawPatterns(
  owner: Owner,
  productId: string,
  evidence: ProductEvidence,
  comparisonGroups: JudgedGroup[],
  claims: (BareClaim & { trust: number })[],
  thresholds: Thresholds,
): StoredPattern[] {
  const names = namesIn(evidence)
  const lastDays = new Map(evidence.series.map(({ id, lastDay }) => [id, lastDay]))
  const seen = comparisonGroups.flatMap(({ comparisonGroup, ads, usual }) =>
    findPatterns(ads, usual, thresholds).map((found) => {
      const days = found.members.flatMap(({ id }) => lastDays.get(id) ?? []).sort()
      return presentPattern(owner, found, { productId, ...comparisonGroup }, names, days.at(-1) ?? null)
    }),
  )
  const said = claimedPatterns(
    claims.map(({ claim: { metric, value, age }, series: { id, campaign, ingredients }, trust }) => ({
      id,
      campaign,
      ingredients,
      metric,
      value,
      trust,
      age,
    })),
  )
  const nowhere = { objective: null, currency: null, conversionType: null, attribution: null }
  const place: PatternPlace = { productId, ...nowhere }
  return [
    ...seen,
    ...said.map((found) => presentPattern(owner, withMembers(found, claims), place, names, null)),
  ]
}

/** The ads that the claims are about, so that a pattern of claims can be followed to them, too. */
function withMembers(found: FoundPattern, claims: BareClaim[]): FoundPattern {
  const wanted = Object.entries(found.ingredients).filter(([, value]) => value !== null)
  const about = claims
    .filter(({ claim }) => claim.metric === found.metric)
    .filter(({ series }) => wanted.every(([name, value]) => series.ingredients[name as Ingredient] === value))
  const members = [...Map.groupBy(about, ({ series }) => series.id)].flatMap(([id, [newest]]) =>
    newest ? { id, estimate: newest.claim.value, bound: null, tier: 'unproven' as const } : [],
  )
  return { ...found, members }
}

type Ingredient = keyof Ingredients

function namesIn({ series }: ProductEvidence): Names {
  const names: Names = { product: null, ceps: new Map(), characters: new Map() }
  for (const { productName, ingredients, cepText, characterName } of series) {
    names.product ??= productName
    if (ingredients.cepId && cepText !== null) names.ceps.set(ingredients.cepId, cepText)
    if (ingredients.characterId && characterName !== null)
      names.characters.set(ingredients.characterId, characterName)
  }
  return names
}
