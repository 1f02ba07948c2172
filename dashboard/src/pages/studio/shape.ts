import type { Media } from '@atelier/contract'

/** Width divided by height. A tile has its final shape from the first frame. */
export function aspectOf({ mediaType, orientation }: Pick<Media, 'mediaType' | 'orientation'>): number {
  if (orientation === 'square') return 1
  const tall = mediaType === 'VIDEO' ? 9 / 16 : 2 / 3
  return orientation === 'portrait' ? tall : 1 / tall
}

/** After this long without a result a job ends and is refunded. */
export const windowSeconds = ({ mediaType, test }: Pick<Media, 'mediaType' | 'test'>): number =>
  (mediaType === 'VIDEO' ? 1_800 : 900) / (test ? 60 : 1)
