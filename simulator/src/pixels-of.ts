export type Size = '1:1' | '2:3' | '3:2'

/** The short side is rounded, so the ratio is off by less than 0.5 % from 101 pixels on. */
export function pixelsOf(size: Size, longSidePixels: number): { width: number; height: number } {
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
