import type { Order } from './check-order.ts'

/** What one credit costs, in millionths of a dollar. */
export const CREDIT_MICRO_USD = 5000

/** What `duration` -1 and no duration at all come to. */
const USUAL_SECONDS = 5

export interface Measures {
  width: number
  height: number
  durationSeconds: number
  credits: number
  pictures: string[]
}

/** The files that an order asks for, and its price. */
export function measureOrder({ model, input }: Order): Measures {
  const { aspect_ratio: ratio, resolution, duration } = input
  const isVideo = model.kind === 'video'
  // The cheapest is the default of pictures, 720p of videos.
  const usual = isVideo ? '720p' : '1K'
  const size = typeof resolution === 'string' ? resolution : usual
  const given = Number(duration ?? USUAL_SECONDS)
  const durationSeconds = isVideo ? (given > 0 ? given : USUAL_SECONDS) : 0
  const price = model.credits[size] ?? 0
  const pictures = model.references === undefined ? [] : input[model.references]
  return {
    ...pixelsOf(typeof ratio === 'string' ? ratio : '', shortSideOf(size), isVideo),
    durationSeconds,
    credits: isVideo ? price * durationSeconds : price,
    pictures: Array.isArray(pictures) ? pictures : [],
  }
}

function shortSideOf(size: string): number {
  if (size === '4k') return 2160
  return size.endsWith('K') ? Number.parseInt(size, 10) * 1024 : Number.parseInt(size, 10)
}

/** `auto` and `adaptive` follow the picture on the real side: here they mean square or wide. */
function pixelsOf(ratio: string, shortSide: number, isVideo: boolean): { width: number; height: number } {
  const [, across, down] = /^(\d+):(\d+)$/.exec(ratio) ?? []
  const share = across && down ? Number(across) / Number(down) : isVideo ? 16 / 9 : 1
  const even = (pixels: number) => Math.round(pixels / 2) * 2
  return share >= 1
    ? { width: even(shortSide * share), height: shortSide }
    : { width: shortSide, height: even(shortSide / share) }
}
