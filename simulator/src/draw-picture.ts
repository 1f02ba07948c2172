import sharp from 'sharp'
import { mixKeys } from './chance.ts'
import { composeScene } from './compose-scene.ts'
import { holdBrush } from './hold-brush.ts'
import { paintSmall } from './paint-small.ts'
import { palettes } from './palettes.ts'
import { pixelsOf, type Size } from './pixels-of.ts'
import { writeCaption } from './write-caption.ts'

export interface Picture {
  model: string
  prompt: string
  size: Size
  /** Which file this is, counted from 0, and how many were asked for. */
  index: number
  n: number
  seed: number
  longSidePixels: number
  labels: readonly string[]
}

/** Below this short side a caption could not be read, and a picture is for machines only. */
const SMALL_SIDE_PIXELS = 200

// A load test shares the cores with us: one thread per picture, no cache of operations that never come again.
sharp.concurrency(1)
sharp.cache(false)

/** The same picture is always the same bytes; two indexes of one job differ in palette and in product. */
export async function drawPicture(picture: Picture): Promise<Buffer> {
  const { seed, index, n, size, model, prompt, labels } = picture
  const { width, height } = pixelsOf(size, picture.longSidePixels)
  // 5 is coprime to the 12 palettes and 3 to the 8 products, so the files of a job share neither.
  const palette = palettes[(mixKeys(seed, 'palette') + index * 5) % palettes.length] ?? palettes[0]
  const detail = `${size}  ·  seed ${seed}  ·  ${index + 1} of ${n}  ·  ${model}`
  if (Math.min(width, height) < SMALL_SIDE_PIXELS) {
    return paintSmall(palette, mixKeys(seed, index), detail, width, height)
  }
  const brush = holdBrush(palette, mixKeys(seed, index))
  const scene = composeScene(brush, width, height, (mixKeys(seed, 'product') % 1000) + index * 3)
  const words = writeCaption({ prompt, detail, labels }, palette, width, height)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans">` +
    `<defs>${brush.definitions()}</defs>${scene}${words}</svg>`
  // Level 1: more compression doubles the encoder's time to save a tenth of the bytes.
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
}
