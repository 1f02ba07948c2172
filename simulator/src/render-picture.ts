import sharp from 'sharp'
import { markPng } from './add-provenance.ts'
import { chooseProduct, GENERIC_NOTE, products } from './choose-product.ts'
import { composeScene } from './compose-scene.ts'
import { drawGarland, framePhoto } from './draw-cards.ts'
import { paintSmall } from './draw-thumbnail.ts'
import { type Brush, holdBrush } from './drawing-context.ts'
import type { Photo } from './load-reference-images.ts'
import { palettes } from './palettes.ts'
import { pixelsOf, type Size } from './pixel-size.ts'
import { mixKeys } from './random.ts'
import { writeCaption } from './write-caption.ts'
import { openSvg } from './write-svg.ts'

export interface Picture {
  model: string
  prompt: string
  size: Size
  /** Which file this is, counted from 0, and how many were asked for. */
  index: number
  n: number
  seed: number
  longSidePixels: number
}

/** Below this short side a caption could not be read, and a picture is for machines only. */
const SMALL_SIDE_PIXELS = 200

// A load test shares the cores with us: one thread per picture, no cache of operations that never come again.
sharp.concurrency(1)
sharp.cache(false)

/**
 * The same picture is always the same bytes. All files of a job show the product that the prompt names, each
 * in another palette. The first photo stands on the podium in place of the product, the others hang above it.
 */
export async function drawPicture(picture: Picture, photos: readonly Photo[] = []): Promise<Buffer> {
  const { seed, index, n, size, model, prompt } = picture
  const { width, height } = pixelsOf({ kind: 'image', size }, picture.longSidePixels)
  // 5 is coprime to the 12 palettes, so the files of a job share none.
  const palette = palettes[(mixKeys(seed, 'palette') + index * 5) % palettes.length] ?? palettes[0]
  const detail = `${size}  ·  seed ${seed}  ·  ${index + 1} of ${n}  ·  ${model}`
  const small = Math.min(width, height) < SMALL_SIDE_PIXELS
  const [first, ...others] = photos
  if (small && !first) return markPng(paintSmall(palette, mixKeys(seed, index), detail, width, height))
  const brush = holdBrush(palette, mixKeys(seed, index))
  const product = first ? framePhoto(first) : chooseProduct(prompt)
  const scene = composeScene(brush, width, height, product)
  const cards = others.length > 0 ? hangCards(brush, others, width, height) : ''
  const caption = { prompt, detail: product === products.generic ? detail + GENERIC_NOTE : detail }
  const words = small ? '' : writeCaption(caption, palette, width, height)
  const svg = openSvg(width, height, brush.definitions(), scene + cards + words)
  // Level 1: more compression doubles the encoder's time to save a tenth of the bytes.
  return markPng(await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer())
}

const ROW_MAX = 8

/** One line over the whole width, or two where one would make the cards tiny. */
function hangCards(brush: Brush, photos: readonly Photo[], width: number, height: number): string {
  const unit = Math.min(width, height) / 100
  const rows = width <= height && photos.length > ROW_MAX ? 2 : 1
  const perRow = Math.ceil(photos.length / rows)
  const pitch = Math.min((width - unit * 8) / perRow, unit * (height > width ? 26 : 15.5))
  const edge = pitch * 0.82
  return Array.from({ length: rows }, (_, row) => {
    const inRow = photos.slice(row * perRow, (row + 1) * perRow)
    const left = (width - pitch * inRow.length) / 2
    const y = unit * 3 + row * edge * 1.4
    return drawGarland(brush, inRow, { left, pitch, edge, y, from: 0, to: width })
  }).join('')
}
