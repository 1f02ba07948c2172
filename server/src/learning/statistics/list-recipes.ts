import type { Ingredients } from '@atelier/contract'

/** What a pattern is made of, and all who have it. */
export type Recipe<T> = { ingredients: Ingredients; ads: T[] }

type Made = { id: string; campaign: string; ingredients: Ingredients }
type Name = keyof Ingredients

const names = ['cepId', 'angle', 'characterId', 'mediaType', 'orientation', 'hook'] as const satisfies Name[]

const ADS_NEEDED = 3
const CAMPAIGNS_NEEDED = 2

/**
 * Every ingredient, every pair and every full list of ingredients that enough ads in enough campaigns share.
 * Of those that the very same ads share the most specific is kept; they would all say the same.
 */
export function listRecipes<T extends Made>(ads: T[]): Recipe<T>[] {
  const groups = groupByFew(ads)
  const recipes = new Map(groups)
  for (const { ingredients } of ads) {
    const key = keyOf(ingredients)
    if (!recipes.has(key)) recipes.set(key, { ingredients, ads: sharersOf(ingredients, groups) })
  }
  return keepMostSpecific([...recipes.values()].filter(({ ads }) => isEnough(ads)))
}

/** Of how many different campaigns they are; one that is not known may be any of the others. */
export const countCampaigns = (ads: Made[]): number =>
  new Set(ads.map(({ campaign }) => campaign).filter(Boolean)).size

/** An id may not stand for two ads, but an ad may come several times, once with each claim about it. */
export const countAds = (ads: Made[]): number => new Set(ads.map(({ id }) => id)).size

const isEnough = (ads: Made[]): boolean =>
  countAds(ads) >= ADS_NEEDED && countCampaigns(ads) >= CAMPAIGNS_NEEDED

function groupByFew<T extends Made>(ads: T[]): Map<string, Recipe<T>> {
  const groups = new Map<string, Recipe<T>>()
  for (const ad of ads) {
    const used = usedIn(ad.ingredients)
    const few = used.flatMap((one, at) => [[one], ...used.slice(at + 1).map((other) => [one, other])])
    for (const some of few) {
      const key = keyOf(ad.ingredients, some)
      const group = groups.get(key)
      if (group) group.ads.push(ad)
      else groups.set(key, { ingredients: pick(ad.ingredients, some), ads: [ad] })
    }
  }
  return groups
}

/** Who has all of these: looked for among those who have the rarest. */
function sharersOf<T extends Made>(wanted: Ingredients, groups: Map<string, Recipe<T>>): T[] {
  const used = usedIn(wanted)
  const [rarest = []] = used
    .map((one) => groups.get(keyOf(wanted, [one]))?.ads ?? [])
    .sort((a, b) => a.length - b.length)
  return rarest.filter(({ ingredients }) => used.every((one) => ingredients[one] === wanted[one]))
}

/** Of two as specific as each other the first stays, in the order in which ingredients are named above. */
function keepMostSpecific<T extends Made>(recipes: Recipe<T>[]): Recipe<T>[] {
  const bySharers = new Map<string, Recipe<T>>()
  const ranked = recipes
    .map((recipe) => ({ recipe, used: usedIn(recipe.ingredients) }))
    .sort((a, b) => b.used.length - a.used.length || rankOf(a.used) - rankOf(b.used))
  for (const { recipe } of ranked) {
    const key = JSON.stringify([...new Set(recipe.ads.map(({ id }) => id))].sort())
    if (!bySharers.has(key)) bySharers.set(key, recipe)
  }
  return [...bySharers.values()]
}

const usedIn = (ingredients: Ingredients): Name[] => names.filter((name) => ingredients[name] !== null)

const pick = (ingredients: Ingredients, used: Name[]): Ingredients =>
  Object.fromEntries(
    names.map((name) => [name, used.includes(name) ? ingredients[name] : null]),
  ) as Ingredients

/** One text for each list of ingredients, whoever has it. */
export const keyOf = (ingredients: Ingredients, used: Name[] = [...names]): string =>
  JSON.stringify(names.map((name) => (used.includes(name) ? ingredients[name] : null)))

const rankOf = (used: Name[]): number =>
  names.reduce((rank, name) => rank * 2 + (used.includes(name) ? 0 : 1), 0)
