import type { Ingredients } from '@atelier/contract'

/**
 * Ingredients, and all ads that have them. `isSingle`: one ingredient alone selects these ads, so the others
 * say nothing more.
 */
export type Recipe<T> = { ingredients: Ingredients; ads: T[]; isSingle: boolean }

type AdWithIngredients = { id: string; campaign: string; ingredients: Ingredients }
type IngredientName = keyof Ingredients

const ingredientNames = [
  'cepId',
  'angle',
  'characterId',
  'noCharacter',
  'mediaType',
  'orientation',
  'hook',
] as const satisfies IngredientName[]

const ADS_NEEDED = 3
const CAMPAIGNS_NEEDED = 2

/**
 * Every ingredient, every pair and every full list of ingredients that at least 3 ads in 2 campaigns share.
 * Of several recipes with the same set of ads only the most specific is kept, since their results are the
 * same.
 */
export function listRecipes<T extends AdWithIngredients>(ads: T[]): Recipe<T>[] {
  const groups = groupBySinglesAndPairs(ads)
  const recipes = new Map(groups)
  for (const { ingredients } of ads) {
    const key = ingredientsKey(ingredients)
    if (!recipes.has(key))
      recipes.set(key, {
        ingredients,
        ads: adsSharing(ingredients, groups),
        isSingle: namesUsedIn(ingredients).length === 1,
      })
  }
  return keepMostSpecific([...recipes.values()].filter(({ ads }) => hasEnoughAds(ads)))
}

/** The number of distinct campaigns. An unknown campaign is not counted: it may be one of the others. */
export const countCampaigns = (ads: AdWithIngredients[]): number =>
  new Set(ads.map(({ campaign }) => campaign).filter(Boolean)).size

/** The number of distinct ads. With claims as input an ad occurs once for each claim about it. */
export const countAds = (ads: AdWithIngredients[]): number => new Set(ads.map(({ id }) => id)).size

const hasEnoughAds = (ads: AdWithIngredients[]): boolean =>
  countAds(ads) >= ADS_NEEDED && countCampaigns(ads) >= CAMPAIGNS_NEEDED

function groupBySinglesAndPairs<T extends AdWithIngredients>(ads: T[]): Map<string, Recipe<T>> {
  const groups = new Map<string, Recipe<T>>()
  for (const ad of ads) {
    const used = namesUsedIn(ad.ingredients)
    const singlesAndPairs = used.flatMap((one, at) => [
      [one],
      ...used.slice(at + 1).map((other) => [one, other]),
    ])
    for (const some of singlesAndPairs) {
      const key = ingredientsKey(ad.ingredients, some)
      const group = groups.get(key)
      if (group) group.ads.push(ad)
      else
        groups.set(key, {
          ingredients: pick(ad.ingredients, some),
          ads: [ad],
          isSingle: some.length === 1,
        })
    }
  }
  return groups
}

/** All ads that have these ingredients, searched among the ads that have the rarest of them. */
function adsSharing<T extends AdWithIngredients>(wanted: Ingredients, groups: Map<string, Recipe<T>>): T[] {
  const used = namesUsedIn(wanted)
  const [rarest = []] = used
    .map((one) => groups.get(ingredientsKey(wanted, [one]))?.ads ?? [])
    .sort((a, b) => a.length - b.length)
  return rarest.filter(({ ingredients }) => used.every((one) => ingredients[one] === wanted[one]))
}

/**
 * One recipe for each set of ads: the one with the most ingredients; on a tie the first in the order of
 * `ingredientNames`.
 */
function keepMostSpecific<T extends AdWithIngredients>(recipes: Recipe<T>[]): Recipe<T>[] {
  const byAdIds = new Map<string, Recipe<T>>()
  const ranked = recipes
    .map((recipe) => ({ recipe, used: namesUsedIn(recipe.ingredients) }))
    .sort((a, b) => b.used.length - a.used.length || nameOrderRank(a.used) - nameOrderRank(b.used))
  for (const { recipe } of ranked) {
    const key = JSON.stringify([...new Set(recipe.ads.map(({ id }) => id))].sort())
    const kept = byAdIds.get(key)
    byAdIds.set(key, kept ? { ...kept, isSingle: kept.isSingle || recipe.isSingle } : recipe)
  }
  return [...byAdIds.values()]
}

const namesUsedIn = (ingredients: Ingredients): IngredientName[] =>
  ingredientNames.filter((name) => ingredients[name] !== null)

const pick = (ingredients: Ingredients, used: IngredientName[]): Ingredients =>
  Object.fromEntries(
    ingredientNames.map((name) => [name, used.includes(name) ? ingredients[name] : null]),
  ) as Ingredients

/** The same text for the same ingredients. */
export const ingredientsKey = (
  ingredients: Ingredients,
  used: IngredientName[] = [...ingredientNames],
): string => JSON.stringify(ingredientNames.map((name) => (used.includes(name) ? ingredients[name] : null)))

const nameOrderRank = (used: IngredientName[]): number =>
  ingredientNames.reduce((rank, name) => rank * 2 + (used.includes(name) ? 0 : 1), 0)
