import sharp from 'sharp'
import { addPngProvenance } from './add-provenance.ts'
import { chooseProduct, GENERIC_NOTE, products } from './choose-product.ts'
import { composeScene } from './compose-scene.ts'
import { drawCardRow, frameImage } from './draw-cards.ts'
import { drawThumbnail } from './draw-thumbnail.ts'
import { createDrawingContext, type DrawingContext } from './drawing-context.ts'
import type { ReferenceImage } from './load-reference-images.ts'
import { palettes } from './palettes.ts'
import { pixelSize, type Size } from './pixel-size.ts'
import { hashKeys } from './random.ts'
import { writeCaption } from './write-caption.ts'
import { svgDocument } from './write-svg.ts'

export interface Picture {
  model: string
  prompt: string
  size: Size
  /** The index of this file, from 0, and the number of files requested. */
  index: number
  n: number
  seed: number
  longSidePixels: number
}

/** Below this short side a caption is illegible, and only programs read the picture. */
const THUMBNAIL_SIDE_PIXELS = 200

// A load test runs on the same cores: one thread per picture, and no cache of operations that never repeat.
sharp.concurrency(1)
sharp.cache(false)

/**
 * The same picture always gives the same bytes. All files of a job show the product named in the prompt, each
 * in a different palette. The first reference image replaces the product, the others hang above it.
 */
export async function renderPicture(
  picture: Picture,
  images: readonly ReferenceImage[] = [],
): Promise<Buffer> {
  const { seed, index, n, size, model, prompt } = picture
  const { width, height } = pixelSize({ kind: 'image', size }, picture.longSidePixels)
  // 5 is coprime to the 12 palettes, so no two files of a job share one.
  const palette = palettes[(hashKeys(seed, 'palette') + index * 5) % palettes.length] ?? palettes[0]
  const detail = `${size}  ·  seed ${seed}  ·  ${index + 1} of ${n}  ·  ${model}`
  const small = Math.min(width, height) < THUMBNAIL_SIDE_PIXELS
  const [first, ...others] = images
  const ownSeed = hashKeys(seed, index)
  if (small && !first)
    return addPngProvenance(drawThumbnail({ palette, seed: ownSeed, note: detail, width, height }))
  const ctx = createDrawingContext(palette, ownSeed)
  const product = first ? frameImage(first) : chooseProduct(prompt)
  const scene = composeScene(ctx, width, height, product)
  const cards = others.length > 0 ? drawCardRows(ctx, others, width, height) : ''
  const caption = { prompt, detail: product === products.generic ? detail + GENERIC_NOTE : detail }
  const words = small ? '' : writeCaption(caption, palette, width, height)
  const svg = svgDocument(width, height, ctx.definitions(), scene + cards + words)
  // Level 1: a higher level doubles the encoding time to save a tenth of the bytes.
  return addPngProvenance(await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer())
}

const ROW_MAX = 8

/** One row across the full width, or two when one row would make the cards tiny. */
function drawCardRows(
  ctx: DrawingContext,
  images: readonly ReferenceImage[],
  width: number,
  height: number,
): string {
  const unit = Math.min(width, height) / 100
  const rows = width <= height && images.length > ROW_MAX ? 2 : 1
  const perRow = Math.ceil(images.length / rows)
  const pitch = Math.min((width - unit * 8) / perRow, unit * (height > width ? 26 : 15.5))
  const edge = pitch * 0.82
  return Array.from({ length: rows }, (_, row) => {
    const inRow = images.slice(row * perRow, (row + 1) * perRow)
    const left = (width - pitch * inRow.length) / 2
    const y = unit * 3 + row * edge * 1.4
    return drawCardRow(ctx, inRow, { left, pitch, edge, y, from: 0, to: width })
  }).join('')
}
