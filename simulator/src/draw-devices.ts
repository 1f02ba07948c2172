import type { DrawingContext } from './drawing-context.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import { box, circle, d, line, shape } from './write-svg.ts'

const CASE = '#25222b'
const ALUMINIUM = '#c4c8cd'

export function drawPhone(ctx: DrawingContext): string {
  const { product, motif, paper, accent } = ctx.palette
  const wallpaper = ctx.down([0, lighter(motif, 0.15)], [0.55, mixColours(motif, product, 0.6)], [1, product])
  const icons = [0, 1, 2, 3].map((k) => box(-18 + k * 9.6, -14, 7.2, 7.2, 2, k % 2 === 0 ? paper : accent))
  const hill = 'M-22.5 -34C-12 -46 -2 -28 8 -38Q16 -44 22.5 -36V-8Q22.5 -1 16 -1H-16Q-22.5 -1 -22.5 -8Z'
  return [
    box(-26, -102, 52, 105, 9, ctx.across([0, '#8b8792'], [0.12, CASE], [0.9, CASE], [1, '#5b5763'])),
    box(-22.5, -98.5, 45, 98, 6.4, wallpaper),
    shape(hill, darker(product, 0.2), 0.6),
    box(-7, -96, 14, 3.8, 1.9, CASE),
    shape('M-13 -82h4v11h-4ZM-6 -82h4v11h-4ZM2 -82h4v11h-4ZM9 -82h4v11h-4Z', paper),
    shape('M-9 -66h18v2h-18Z', paper, 0.85),
    ...icons,
    shape('M-22.5 -60L10 -98.5H22.5V-92L-22.5 -38Z', '#ffffff', 0.13),
  ].join('')
}

export function drawLaptop(ctx: DrawingContext): string {
  const { product, motif, paper, accent } = ctx.palette
  const screen = ctx.down([0, lighter(motif, 0.1)], [1, mixColours(product, motif, 0.25)])
  const hills = 'M-43 -26C-28 -40 -16 -22 0 -32C14 -40 28 -24 43 -34V-11H-43Z'
  return [
    box(-48, -72, 96, 66, 4.5, ctx.across([0, '#6d6975'], [0.1, CASE], [1, CASE])),
    box(-43, -67.5, 86, 56.5, 1.4, screen),
    circle(20, -50, 8, lighter(accent, 0.25)),
    shape(hills, darker(product, 0.12), 0.75),
    shape('M-36 -58h24v4h-24ZM-36 -51h16v2.4h-16Z', paper),
    shape('M-43 -36L-12 -67.5H6L-43 -17Z', '#ffffff', 0.12),
    shape(
      'M-46 -7H46L55 0Q55 2 52 2H-52Q-55 2 -55 0Z',
      ctx.across([0, lighter(ALUMINIUM, 0.5)], [1, ALUMINIUM]),
    ),
    shape('M-55 0H55Q55 5 50 5H-50Q-55 5 -55 0Z', darker(ALUMINIUM, 0.28)),
    shape('M-10 0H10Q9 2.4 6 2.4H-6Q-9 2.4 -10 0Z', darker(ALUMINIUM, 0.5)),
    shape('M-41 -5.4H41L44 -2.6H-44Z', darker(ALUMINIUM, 0.6), 0.75),
  ].join('')
}

/** Over-ear, standing on its cups. */
export function drawHeadphones(ctx: DrawingContext): string {
  const { product, accent } = ctx.palette
  const pad = darker(product, 0.6)
  const cup = (side: -1 | 1) => {
    const outer = d`M${side * 28} -48Q${side * 48} -46 ${side * 48} -22Q${side * 48} 2 ${side * 28} 4Z`
    return [
      box(side * 24 - 8, -52, 16, 57, 7.6, ctx.round(pad)),
      shape(outer, ctx.round(product)),
      line(d`M${side * 40} -34Q${side * 43} -22 ${side * 40} -10`, accent, 2),
      box(side * 35 - 3, -66, 6, 22, 2.6, ctx.round(ALUMINIUM)),
    ].join('')
  }
  return [
    line('M-35 -58C-40 -112 40 -112 35 -58', product, 8.4),
    line('M-29 -66C-26 -100 26 -100 29 -66', pad, 5),
    line('M-33.6 -70C-28 -104 28 -104 33.6 -70', lighter(product, 0.4), 1.2),
    cup(-1),
    cup(1),
  ].join('')
}
