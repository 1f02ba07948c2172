import type { Ingredients, Pattern, Thresholds } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { ProductClaim, ProductEvidence, ProductSeries } from '#learning/evidence'
import { claimedPatterns, type FoundPattern, findPatterns, type UsualSteps } from '#learning/statistics'
import { presentJoinedTests, presentProfit } from '#learning/worth'
import type { JudgedGroup } from './judge-comparison-group.ts'
import type { KnownNames } from './name-pattern.ts'
import type { PatternOrigin } from './pattern-id.ts'
import { presentPooledFunnel } from './present-funnel.ts'
import { presentPattern, type StoredPattern } from './present-pattern.ts'

/** A claim, and the series of its ad, which has no rows. */
export type ClaimWithoutRows = { claim: ProductClaim; series: ProductSeries }

type PatternInput = {
  owner: Owner
  productId: string
  evidence: ProductEvidence
  groups: JudgedGroup[]
  claims: (ClaimWithoutRows & { trust: number })[]
  thresholds: Thresholds
}

/** All patterns of a product: those from rows, for each comparison group, and those from claims alone. */
export function derivePatterns({
  owner,
  productId,
  evidence,
  groups,
  claims,
  thresholds,
}: PatternInput): StoredPattern[] {
  const names = namesOf(evidence)
  const byId = new Map(evidence.series.map((one) => [one.id, one]))
  const observed = findPatterns(groups, thresholds).flatMap((patterns, at) => {
    const { comparisonGroup, usual } = groups[at] as JudgedGroup
    return patterns.map((found) => {
      const ads = found.members.flatMap(({ id }) => byId.get(id) ?? [])
      const days = ads.flatMap(({ lastDay }) => lastDay ?? []).sort()
      const origin = { productId, ...comparisonGroup }
      const counted = countedOf(ads, usual)
      return presentPattern({ owner, found, origin, names, lastObservedAt: days.at(-1) ?? null, counted })
    })
  })
  const claimed = claimedPatterns(
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
  const noGroup = { objective: null, currency: null, conversionType: null, attribution: null }
  const origin: PatternOrigin = { productId, ...noGroup }
  return [
    ...observed,
    ...claimed.map((pattern) => {
      const found = withMembers(pattern, claims)
      return presentPattern({ owner, found, origin, names, lastObservedAt: null })
    }),
  ]
}

/**
 * What the ads of a pattern count beside their sums; fields are absent where nothing is. An ad has one series
 * in a comparison group, because the database has one for its conversion type, attribution and currency. So
 * its lift test is joined once.
 */
function countedOf(ads: ProductSeries[], usual: UsualSteps): Pick<Pattern, 'profit' | 'liftTest' | 'funnel'> {
  const profit = presentProfit(ads.flatMap(({ funnel }) => (funnel?.profit ? [funnel.profit] : [])))
  const liftTest = presentJoinedTests(ads.flatMap((ad) => ad.liftTest ?? []))
  const funnel = presentPooledFunnel(
    ads.flatMap((ad) => ad.funnel?.steps ?? []),
    usual,
  )
  return { ...(profit && { profit }), ...(liftTest && { liftTest }), ...(funnel && { funnel }) }
}

/** Adds the ads that the claims are about, so that a pattern of claims links to them too. */
function withMembers(found: FoundPattern, claims: ClaimWithoutRows[]): FoundPattern {
  const wanted = Object.entries(found.ingredients).filter(([, value]) => value !== null)
  const matching = claims
    .filter(({ claim }) => claim.metric === found.metric)
    .filter(({ series }) =>
      wanted.every(([name, value]) => series.ingredients[name as IngredientName] === value),
    )
  const members = [...Map.groupBy(matching, ({ series }) => series.id)].flatMap(([id, [newest]]) =>
    newest ? { id, estimate: newest.claim.value, bound: null, tier: 'unproven' as const } : [],
  )
  return { ...found, members }
}

type IngredientName = keyof Ingredients

/** The names of product, CEPs and characters, taken from the facts of the ads. */
function namesOf({ series }: ProductEvidence): KnownNames {
  const names: KnownNames = { product: null, ceps: new Map(), characters: new Map() }
  for (const { productName, ingredients, cepText, characterName } of series) {
    names.product ??= productName
    if (ingredients.cepId && cepText !== null) names.ceps.set(ingredients.cepId, cepText)
    if (ingredients.characterId && characterName !== null)
      names.characters.set(ingredients.characterId, characterName)
  }
  return names
}
