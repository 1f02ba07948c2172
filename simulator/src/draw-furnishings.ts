import { gloss } from './draw-details.ts'
import type { DrawingContext } from './drawing-context.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import { box, circle, ellipse, line, shape } from './write-svg.ts'

const WOOD = '#a9764a'
const CLAY = '#bf6b4a'

export function drawLamp(ctx: DrawingContext): string {
  const { product, cap, paper } = ctx.palette
  const shade = mixColours(paper, '#ffe2a6', 0.5)
  const glow = ctx.radial(0, [0, '#ffe9b0', 0.8], [0.45, '#ffdf9a', 0.28], [1, '#ffdf9a', 0])
  return [
    circle(0, -66, 56, glow),
    shape('M-22 -2Q0 -8 22 -2V1Q22 6 0 6Q-22 6 -22 1Z', ctx.round(cap)),
    shape('M-3 -58H3L4 -36C16 -32 17 -12 7 -4H-7C-17 -12 -16 -32 -4 -36Z', ctx.round(product)),
    ellipse(0, -56, 37, 5, darker('#d99a3a', 0.1)),
    shape(
      'M-20 -100Q0 -104 20 -100L37 -57Q0 -50 -37 -57Z',
      ctx.across([0, lighter(shade, 0.5)], [0.5, shade], [1, darker(shade, 0.16)]),
    ),
    line('M-20 -100Q0 -96.4 20 -100M-37 -57Q0 -50 37 -57', darker(shade, 0.22), 1),
    gloss(ctx, 11, -30, 2.8, 18, 0.5),
  ].join('')
}

export function drawChair(ctx: DrawingContext): string {
  const { product, paper } = ctx.palette
  const wood = mixColours(WOOD, paper, 0.08)
  const legs = darker(wood, 0.15)
  return [
    line('M-22 -40L-25 -5M22 -40L25 -5', darker(wood, 0.42), 3.6),
    line('M-22 -44L-24 -92M22 -44L24 -92', legs, 4.4),
    box(-30, -104, 60, 36, 9, ctx.round(product)),
    line('M-24 -98H24', lighter(product, 0.35), 1),
    shape('M-29 -50H29L35 -38Q0 -32 -35 -38Z', ctx.across([0, lighter(product, 0.35)], [1, product])),
    shape('M-35 -38Q0 -32 35 -38V-32Q0 -26 -35 -32Z', darker(product, 0.22)),
    line('M-31 -30L-36 3', legs, 4.6),
    line('M31 -30L36 3', darker(legs, 0.18), 4.6),
    line('M-33 -14H33', darker(wood, 0.3), 2.2),
  ].join('')
}

/** Upright and slightly open, so that the pages are visible. */
export function drawBook(ctx: DrawingContext): string {
  const { product, paper, accent } = ctx.palette
  const pages = mixColours(paper, '#d8c9a8', 0.3)
  const cover = ctx.across([0, lighter(product, 0.16)], [1, darker(product, 0.1)])
  return [
    shape('M-34 -82L-24 -90V3L-34 -3Z', darker(product, 0.38)),
    shape('M28 -88L38 -84V-3L28 2Z', pages),
    line('M31 -86V0M34 -85V-1.6M36.4 -84V-2.6', darker(pages, 0.3), 0.6),
    shape('M-34 -82L-24 -90H28L38 -84.4L28 -87H-24Z', lighter(pages, 0.3)),
    shape('M-24 -89H30V4H-24Z', cover),
    line('M-19.6 -89V4', darker(product, 0.32), 1.2),
    line('M-14 -82H25V-3H-14Z', mixColours(accent, paper, 0.3), 1),
    circle(5.5, -50, 13, accent),
    shape('M-7.2 -47L1 -58L7 -51L11 -55L18.2 -47A13 13 0 0 1 -7.2 -47Z', paper, 0.85),
    shape('M-8 -28h27v4h-27ZM-4 -20h19v2.4h-19ZM0 -10h11v1.8h-11Z', mixColours(paper, accent, 0.1)),
  ].join('')
}

/** A snake plant: long blades without stems. */
export function drawPottedPlant(ctx: DrawingContext): string {
  const { leaf, paper } = ctx.palette
  const deep = mixColours(leaf, '#17220f', 0.28)
  const light = mixColours(leaf, paper, 0.25)
  const back =
    'M-14 -38C-26 -60 -25 -76 -33 -92C-14 -82 -8 -58 -6 -38ZM6 -38C8 -62 16 -82 33 -90C26 -72 24 -58 15 -38Z'
  const front =
    'M-9 -38C-14 -66 -10 -90 -12 -108C1 -92 4 -62 1 -38ZM0 -38C2 -64 6 -82 13 -100C17 -80 14 -58 11 -38Z'
  const low =
    'M-18 -38C-28 -50 -36 -58 -44 -62C-28 -66 -15 -54 -10 -38Z' +
    'M10 -38C16 -54 28 -64 44 -60C34 -56 26 -48 19 -38Z'
  return [
    shape(back, deep),
    shape(low, mixColours(leaf, paper, 0.08)),
    shape(front, leaf),
    line(
      'M-5 -40C-8 -66 -7 -88 -11 -103M6 -40C7 -62 9 -80 12.6 -95M-12 -42C-18 -60 -20 -74 -29 -87',
      light,
      1.2,
    ),
    shape('M-25 -36L-19 1Q-18 4 -14 4.4Q0 6.4 14 4.4Q18 4 19 1L25 -36Z', ctx.round(CLAY)),
    shape('M-28 -44H28V-35Q0 -30 -28 -35Z', ctx.round(lighter(CLAY, 0.08))),
    ellipse(0, -44, 28, 4.4, darker(CLAY, 0.15)),
    ellipse(0, -43.6, 24.6, 3.2, '#3b2a20'),
    shape('M-16 -43C-12 -46 12 -46 16 -43L12 -41Q0 -39.6 -12 -41Z', deep),
    gloss(ctx, 21, -30, 3, 26, 0.3),
  ].join('')
}
