import type { Key, MediaDay } from '@atelier/contract'
import { CHEAPEST_VIDEO_PRICE, IMAGE_PRICE } from '../../format/prices.ts'

type Made = Pick<MediaDay, 'keyId' | 'images' | 'videos'>

/** The keys that made videos and no picture. */
export function videoKeysOf(days: Made[]): ReadonlySet<string> {
  const made = Map.groupBy(days, ({ keyId }) => keyId)
  const ids = [...made].flatMap(([keyId, own]) => {
    const isVideo = own.some(({ videos }) => videos > 0) && own.every(({ images }) => images === 0)
    return keyId !== null && isVideo ? [keyId] : []
  })
  return new Set(ids)
}

/** The cheapest job of the kind that a key makes, as far as its own ceiling per job still allows it. */
export const cheapestOf = (
  { id, perJobCreditLimit }: Pick<Key, 'id' | 'perJobCreditLimit'>,
  videoKeys: ReadonlySet<string>,
): number => {
  const isPictureTooMuch = perJobCreditLimit !== null && perJobCreditLimit < IMAGE_PRICE
  return videoKeys.has(id) || isPictureTooMuch ? CHEAPEST_VIDEO_PRICE : IMAGE_PRICE
}
