export type Size = '1:1' | '2:3' | '3:2'
export type Orientation = 'portrait' | 'landscape' | 'square'
export type Resolution = 'SD' | 'HD'

export type MediaFormat =
  | { kind: 'image'; size: Size }
  | { kind: 'video'; durationSeconds: 6 | 10 | 15; resolution: Resolution; orientation: Orientation }

interface PixelSize {
  width: number
  height: number
}

export function pixelSize(format: MediaFormat, longSidePixels: number): PixelSize {
  return format.kind === 'image'
    ? imagePixelSize(format.size, longSidePixels)
    : videoPixelSize(format.resolution, format.orientation, longSidePixels)
}

/** The short side is rounded; from 101 pixels on, the ratio is off by less than 0.5 %. */
function imagePixelSize(size: Size, longSidePixels: number): PixelSize {
  const short = Math.round((longSidePixels * 2) / 3)
  switch (size) {
    case '1:1':
      return { width: longSidePixels, height: longSidePixels }
    case '2:3':
      return { width: short, height: longSidePixels }
    case '3:2':
      return { width: longSidePixels, height: short }
    default:
      return size satisfies never
  }
}

const LONG_SIDES = { SD: { square: 640, oblong: 854 }, HD: { square: 1080, oblong: 1280 } } as const

/** For a video the setting is an upper bound. H.264 needs even sides; the ratio is within 1 % of 9:16. */
function videoPixelSize(resolution: Resolution, orientation: Orientation, longSidePixels: number): PixelSize {
  const { square, oblong } = LONG_SIDES[resolution]
  const even = (pixels: number) => Math.floor(pixels / 2) * 2
  if (orientation === 'square') {
    const side = even(Math.min(square, longSidePixels))
    return { width: side, height: side }
  }
  let long = even(Math.min(oblong, longSidePixels))
  const shortOf = (side: number) => Math.round((side * 9) / 32) * 2
  while (Math.abs((shortOf(long) / long) * (16 / 9) - 1) >= 0.01) long -= 2
  const short = shortOf(long)
  return orientation === 'portrait' ? { width: short, height: long } : { width: long, height: short }
}
