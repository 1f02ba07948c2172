import { gloss } from './draw-details.ts'
import type { DrawingContext } from './drawing-context.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import { writeLabel } from './write-caption.ts'
import { box, line, shape } from './write-svg.ts'

const CARDBOARD = '#c99b6a'

/** A parcel seen from a corner; the face towards the light is brighter. */
export function drawBox(ctx: DrawingContext): string {
  const { paper, ink, accent } = ctx.palette
  const board = mixColours(CARDBOARD, paper, 0.1)
  const [left, right] = ctx.light < 0 ? [board, darker(board, 0.3)] : [darker(board, 0.22), board]
  const bars = 'M-23.5 -22.5l13 2.1v2l-13 -2.1ZM-23.5 -17.5l9 1.5v2l-9 -1.5Z'
  return [
    shape('M-44 -54L8 -46V6L-44 -2Z', left),
    shape('M8 -46L44 -56V-5L8 6Z', right),
    shape('M-44 -54L-9 -63L44 -56L8 -46Z', lighter(board, 0.3)),
    shape('M-22 -50.6L14 -60L20 -59.2L-15 -49.5V-40L-22 -41.1Z', mixColours(accent, paper, 0.35), 0.9),
    shape('M-34 -32L-4 -27.2V-7L-34 -12Z', paper),
    shape('M-31.5 -26.5l6 1v6l-6 -1Z', accent),
    shape(bars, mixColours(ink, paper, 0.3)),
    line('M8 -46V6', darker(board, 0.38), 0.7),
  ].join('')
}

export function drawToteBag(ctx: DrawingContext): string {
  const { paper, product, accent } = ctx.palette
  const canvas = mixColours(paper, accent, 0.16)
  const strap = mixColours(product, canvas, 0.15)
  const leaf = 'M0 -12C-13 -18 -13 -33 0 -44C13 -33 13 -18 0 -12Z'
  return [
    line('M-15 -60C-15 -98 15 -98 15 -60', darker(strap, 0.35), 3.6),
    shape('M-32 -62L-37 0Q-37 3 -33 3.4Q0 6 33 3.4Q37 3 37 0L32 -62Z', ctx.round(canvas, 0.6)),
    line('M-17 -50V-64C-16 -104 16 -104 17 -64V-50', strap, 4.2),
    shape('M-32 -62H32L32.6 -55H-32.6Z', darker(canvas, 0.14), 0.6),
    shape(leaf, product),
    line('M0 -8V-38M0 -20L6 -27M0 -26L-6 -33', canvas, 1.2),
    shape('M-24 -54Q-28 -26 -25 2L-29 2Q-31 -28 -27 -54Z', darker(canvas, 0.3), 0.16),
  ].join('')
}

export function drawBackpack(ctx: DrawingContext): string {
  const { product, cap, accent, paper } = ctx.palette
  const fabric = mixColours(product, paper, 0.08)
  const seam = darker(fabric, 0.42)
  return [
    line('M-9 -88C-9 -104 9 -104 9 -88', darker(cap, 0.1), 4),
    shape('M-27 -60C-40 -56 -40 -22 -33 -2L-26 -4ZM27 -60C40 -56 40 -22 33 -2L26 -4Z', darker(fabric, 0.45)),
    shape(
      'M-31 -4V-56Q-31 -91 0 -91Q31 -91 31 -56V-4Q31 4 24 4.6Q0 7 -24 4.6Q-31 4 -31 -4Z',
      ctx.round(fabric),
    ),
    line('M-25 -50V-57Q-25 -83 0 -83Q25 -83 25 -57V-50', seam, 1.5),
    box(-24, -40, 48, 38, 9, ctx.round(lighter(fabric, 0.14))),
    line('M-19 -31H19', seam, 1.5),
    box(12, -31, 3, 9, 1.4, accent),
    box(-9, -66, 18, 13, 2, ctx.round(accent)),
    box(-6, -61, 12, 2.4, 1, paper),
    gloss(ctx, 27, -62, 3.4, 40, 0.3),
  ].join('')
}

/** The stand-in for a product that the simulator cannot draw: a carton labelled as generic. */
export function drawGenericCarton(ctx: DrawingContext): string {
  const { paper, product, accent, ink } = ctx.palette
  const board = mixColours(paper, product, 0.14)
  const face = ctx.across([0, lighter(board, 0.5)], [1, board])
  return [
    shape('M24 -84L38 -79V-4L24 4Z', darker(board, 0.32)),
    shape('M24 -84L38 -79V-67.6L24 -71Z', darker(product, 0.32)),
    box(-34, -84, 58, 88, 0.8, face),
    box(-34, -84, 58, 13, 0.8, product),
    box(-28, -56, 46, 34, 1.5, '#ffffff'),
    line('M-28 -56H18V-22H-28Z', mixColours(accent, ink, 0.15), 1),
    writeLabel('generic', { x: -5, y: -40.5, size: 8.4, widthMax: 42 }),
    writeLabel('product', { x: -5, y: -30, size: 8.4, widthMax: 42 }),
    shape('M-28 -12h20v2h-20ZM-28 -7h13v2h-13Z', darker(board, 0.35), 0.6),
  ].join('')
}
