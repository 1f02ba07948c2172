import sharp from 'sharp'

/** What covers a point, in a square of 960. */
export type Shape = { colour: string; covers(x: number, y: number): boolean }

const SIDE = 960
const PIXELS = 600
/** Each pixel is the mean of some finer ones, so that edges are smooth. */
const FINE = 1_000

export const box = (colour: string, [x, y, width, height]: number[], radius = 0): Shape => {
  const [left = 0, top = 0, wide = 0, high = 0] = [x, y, width, height]
  const beyond = (at: number, from: number, to: number) => Math.max(from + radius - at, at - to + radius, 0)
  return {
    colour,
    covers: (px, py) => {
      if (px < left || px > left + wide || py < top || py > top + high) return false
      return Math.hypot(beyond(px, left, left + wide), beyond(py, top, top + high)) <= radius
    },
  }
}

export const ellipse = (colour: string, [x = 0, y = 0, rx = 1, ry = 1]: number[]): Shape => ({
  colour,
  covers: (px, py) => ((px - x) / rx) ** 2 + ((py - y) / ry) ** 2 <= 1,
})

/** A picture of the shapes, later ones in front. Not SVG: a process of the service refuses to read that. */
export function paintShapes(shapes: Shape[]): Promise<Buffer> {
  const pixels = Buffer.alloc(FINE * FINE * 3)
  const painted = shapes
    .map(({ colour, covers }) => ({ rgb: Number.parseInt(colour.slice(1), 16), covers }))
    .reverse()
  for (let y = 0; y < FINE; y++)
    for (let x = 0; x < FINE; x++) {
      const front = painted.find(({ covers }) => covers((x * SIDE) / FINE, (y * SIDE) / FINE))
      pixels.writeUIntBE(front?.rgb ?? 0, (y * FINE + x) * 3, 3)
    }
  return sharp(pixels, { raw: { width: FINE, height: FINE, channels: 3 } })
    .resize(PIXELS)
    .jpeg({ quality: 85 })
    .toBuffer()
}
