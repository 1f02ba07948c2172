import type { Product } from './draw-details.ts'
import type { DrawingContext } from './drawing-context.ts'
import type { ReferenceImage } from './load-reference-images.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import { writeLabel } from './write-caption.ts'
import { box, d, group, line, shape } from './write-svg.ts'

/** Cards side by side on a line: the first cell begins at `left`, the line runs from `from` to `to`. */
export interface CardRow {
  left: number
  pitch: number
  /** The longer side of an image. */
  edge: number
  y: number
  from: number
  to: number
}

/** Reference images with a paper margin and a label, clipped to a line. */
export function drawCardRow(ctx: DrawingContext, images: readonly ReferenceImage[], row: CardRow): string {
  const { left, pitch, edge, y, from, to } = row
  const thread = line(
    d`M${from} ${y}H${to}`,
    mixColours(ctx.palette.ink, ctx.palette.wallLow, 0.35),
    edge * 0.015,
  )
  const cards = images.map((image, k) => {
    const tilt = ctx.random.between(0.8, 2.6) * (k % 2 === 0 ? -1 : 1)
    return group(d`translate(${left + pitch * (k + 0.5)} ${y}) rotate(${tilt})`, drawCard(ctx, image, edge))
  })
  return thread + cards.join('')
}

/** The top centre of the card is at the origin. */
function drawCard(ctx: DrawingContext, image: ReferenceImage, edge: number): string {
  const { width, height } = fit(image, edge, edge)
  const rim = edge * 0.05
  const foot = edge * 0.15
  const wide = width + rim * 2
  const tall = height + rim + foot
  const top = edge * 0.045
  const clip = edge * 0.035
  return [
    drawSheet(ctx, -wide / 2, top, wide, tall, edge * 0.02),
    embedImage(image, -width / 2, top + rim, width, height),
    writeLabel(image.label, { x: 0, y: top + tall - foot * 0.36, size: edge * 0.075, widthMax: width }),
    box(-clip, -clip, clip * 2, clip * 4.4, clip * 0.6, ctx.round(ctx.palette.accent)),
  ].join('')
}

/** Paper with a soft shadow: a few boxes, because a blur filter needs its own canvas. */
function drawSheet(
  ctx: DrawingContext,
  x: number,
  y: number,
  width: number,
  height: number,
  soft: number,
): string {
  const dark = darker(ctx.palette.floorNear, 0.8)
  const shadows = [2.5, 2, 1.5, 1, 0.5].map((spread) => {
    const grow = soft * spread
    const start = d`M${x - grow} ${y - grow + soft * 1.5}`
    const rect = d`${start}h${width + grow * 2}v${height + grow * 2}h${-width - grow * 2}Z`
    return shape(rect, dark, 0.055)
  })
  return shadows.join('') + box(x, y, width, height, soft * 0.6, ctx.palette.paper)
}

/** A framed image that takes the place of the product, in the units of `Product`. */
export function frameImage(image: ReferenceImage): Product {
  const { width, height } = fit(image, 76, 68)
  const mat = 4.5
  const foot = 9
  const rim = 3
  const wide = width + mat * 2
  const tall = height + mat + foot
  const draw = (ctx: DrawingContext) => {
    const { product, paper } = ctx.palette
    const wood = ctx.across([0, lighter(product, 0.3)], [0.5, product], [1, darker(product, 0.25)])
    return [
      box(-wide / 2 - rim, -tall - rim * 2, wide + rim * 2, tall + rim * 2, 1.6, wood),
      box(-wide / 2 - 0.7, -tall - rim - 0.7, wide + 1.4, tall + 1.4, 0.6, darker(product, 0.35)),
      box(-wide / 2, -tall - rim, wide, tall, 0.4, paper),
      embedImage(image, -width / 2, -tall - rim + mat, width, height),
      writeLabel(image.label, { x: 0, y: -rim - foot * 0.34, size: 4, widthMax: width }),
    ].join('')
  }
  return { halfWidth: wide / 2 + rim, draw }
}

/** The largest size that fits; a very wide or tall image is cropped to 3:2 or 2:3. */
function fit(image: ReferenceImage, widthMax: number, heightMax: number) {
  const ratio = Math.min(1.5, Math.max(2 / 3, image.width / image.height))
  const width = Math.min(widthMax, heightMax * ratio)
  return { width, height: width / ratio }
}

function embedImage({ href }: ReferenceImage, x: number, y: number, width: number, height: number): string {
  const place = d`x="${x}" y="${y}" width="${width}" height="${height}"`
  return `<image ${place} preserveAspectRatio="xMidYMid slice" href="${href}"/>`
}
