import type { HistoryRow, Media } from '@atelier/contract'
import { credits } from '../../format/numbers.ts'
import { amountIn, metricName, metricValue } from '../../format/results.ts'
import { exactTime, type Language } from '../../format/time.ts'
import type { Words } from '../../words/index.ts'

type FactName = keyof Words['compare']['facts']
export type Fact = { name: FactName; first: string; second: string; differs: boolean }

/** A result with the names behind its ids. */
export type Compared = {
  medium: Media
  product: string | undefined
  character: string | undefined
  point: string | undefined
  madeBy: string | undefined
  pixels: string | undefined
}

type Texts = Partial<Record<FactName, string | null | undefined>>

function textsOf({ medium, ...names }: Compared, words: Words, language: Language): Texts {
  const { picture, studio, common } = words
  const isVideo = medium.mediaType === 'VIDEO'
  const shape = [
    picture.kind[medium.mediaType],
    picture.orientations[medium.orientation],
    isVideo && `${picture.seconds(medium.durationSeconds)} ${medium.resolution}`,
  ]
  return {
    state: studio.states[medium.status],
    prompt: medium.prompt,
    shape: common.list(shape.filter((part) => part !== false)),
    pixels: names.pixels,
    model: medium.model,
    product: names.product,
    character: names.character,
    point: names.point,
    angle: medium.angle,
    hook: medium.hook,
    madeBy: names.madeBy,
    price: credits(medium.creditsCost - medium.creditsRefunded),
    ordered: exactTime(new Date(medium.createdAt), language),
  }
}

/** What both lack is left out. */
function pair(first: Texts, second: Texts): Fact[] {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])] as FactName[]
  return names
    .map((name) => ({ name, first: first[name] ?? '', second: second[name] ?? '' }))
    .filter((fact) => fact.first !== '' || fact.second !== '')
    .map((fact) => ({ ...fact, differs: fact.first !== fact.second }))
}

/** Each was ordered at a time of its own, which is no difference to learn from. */
export const compareFacts = (first: Compared, second: Compared, words: Words, language: Language): Fact[] =>
  pair(textsOf(first, words, language), textsOf(second, words, language)).map((fact) =>
    fact.name === 'ordered' ? { ...fact, differs: false } : fact,
  )

/** The row with the most spend behind its estimate: what is known best about a result. */
export const resultOf = (history: HistoryRow[], mediaId: string): HistoryRow | undefined =>
  history
    .filter((row) => row.generatedMediaId === mediaId && row.observed)
    .toSorted((one, other) => (other.spend ?? 0) - (one.spend ?? 0))[0]

/** Results may be compared only when they are counted in the same way. */
export const groupOf = ({ observed, objective, currency, conversionType, attribution }: HistoryRow): string =>
  [observed && metricName(observed.metric), objective, currency, conversionType, attribution]
    .filter(Boolean)
    .join(', ')

export function compareResults(
  first: HistoryRow | undefined,
  second: HistoryRow | undefined,
  words: Words,
): Fact[] {
  const textsOfRow = (row: HistoryRow | undefined): Texts => {
    if (!row?.observed) return {}
    const { metric, value, low, high } = row.observed
    return {
      tier: words.knowledge.tiers[row.tier],
      result: `${metricName(metric)} ${metricValue(metric, value, row.currency)}`,
      bound: metricValue(metric, metric === 'cpa' ? high : low, row.currency),
      spend: amountIn(row.spend, row.currency),
    }
  }
  return pair(textsOfRow(first), textsOfRow(second))
}
