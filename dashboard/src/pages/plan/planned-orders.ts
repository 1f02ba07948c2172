import type { Plan } from '@atelier/contract'
import type { Order } from '../../api/orders.ts'
import { IMAGE_PRICE, PLANNED_VIDEO } from '../../format/prices.ts'
import type { Words } from '../../words/index.ts'
import type { Names } from '../knowledge/name-recipe.ts'

export type PlannedItem = Plan['make'][number]

type CellFields = Pick<PlannedItem, 'cepId' | 'characterId' | 'mediaType' | 'orientation'>

/** One combination of ingredients, as a text. */
export const cellKey = ({ cepId, characterId, mediaType, orientation }: CellFields): string =>
  [cepId, characterId, mediaType, orientation].join(' ')

/** What its orders cost. Prompts change nothing: length, quality and count are those of `plannedOrders`. */
export const priceOf = (make: Pick<PlannedItem, 'mediaType' | 'count'>[]): number =>
  make.reduce(
    (sum, { mediaType, count }) => sum + count * (mediaType === 'IMAGE' ? IMAGE_PRICE : PLANNED_VIDEO.price),
    0,
  )

type Parts = Pick<PlannedItem, 'characterId' | 'mediaType' | 'orientation'>

/** "Video, Portrait, 10 s, Mia". */
export function describeParts(parts: Parts, names: Names, { plan, picture }: Words): string {
  const { characterId, mediaType, orientation } = parts
  const who = characterId ? (names.characters.get(characterId) ?? characterId) : plan.noCharacter
  const length = mediaType === 'VIDEO' && picture.seconds(PLANNED_VIDEO.seconds)
  return [picture.kind[mediaType], picture.orientations[orientation], length, who].filter(Boolean).join(', ')
}

/** "2 × Video, Portrait, 10 s, Mia". */
export const describeCell = (item: PlannedItem, names: Names, words: Words): string =>
  words.plan.item(item.count, describeParts(item, names, words))

/** An order with a name of its own on this page, so that each is sent once. */
export type PlannedOrder = { key: string; order: Order }

const sizes = { square: '1:1', portrait: '2:3', landscape: '3:2' } as const
const JOB_SIZES = [4, 2, 1] as const

/** The jobs of so many pictures: 3 is a job of 2 and a job of 1. */
export function splitCount(count: number): (1 | 2 | 4)[] {
  const jobs: (1 | 2 | 4)[] = []
  let left = count
  for (const size of JOB_SIZES)
    while (left >= size) {
      jobs.push(size)
      left -= size
    }
  return jobs
}

/** What has to be ordered for the plan. An item without a prompt is left out. */
export function plannedOrders(
  make: PlannedItem[],
  prompts: ReadonlyMap<string, string>,
  productId: string,
): PlannedOrder[] {
  return make.flatMap((item) => {
    const { cepId, characterId, mediaType, orientation, count } = item
    const key = cellKey(item)
    const prompt = (prompts.get(key) ?? '').trim()
    if (prompt === '') return []
    const common = { prompt, productId, cepId, ...(characterId && { characterId }) }
    const orders: Order[] =
      mediaType === 'IMAGE'
        ? splitCount(count).map((n) => ({ kind: 'image', ...common, size: sizes[orientation], n }))
        : Array.from({ length: count }, () => ({
            kind: 'video',
            ...common,
            orientation,
            resolution: PLANNED_VIDEO.resolution,
            durationSeconds: PLANNED_VIDEO.seconds,
          }))
    return orders.map((order, at) => ({ key: `${key} ${at} ${JSON.stringify(order)}`, order }))
  })
}
