import type { DrawingContext } from './drawing-context.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import { box, circle, d, ellipse, line, shape } from './write-svg.ts'

const STEEL = '#c9ced3'
const LENS = '#1d1a24'

/** A low sneaker from the side, toe to the right. */
export function drawShoe(ctx: DrawingContext): string {
  const { product, paper, accent } = ctx.palette
  const cloth = ctx.down([0, lighter(product, 0.24)], [0.6, product], [1, darker(product, 0.12)])
  const upper =
    'M-44 -10C-43 -24 -46 -38 -43 -50Q-40 -56 -33 -53Q-24 -44 -13 -50Q-7 -57 0 -53L24 -31Q45 -27 50 -10Z'
  const sole = 'M-46 -11H51Q56 -4 51 3Q50 4.4 46 4.4H-40Q-46 4.4 -47 -2Z'
  const stripe = 'M-22 -11C-10 -17 0 -25 5 -37L11 -34C9 -24 2 -16 -6 -11Z'
  return [
    ellipse(-24, -50, 15, 4.6, darker(product, 0.55)),
    shape(upper, cloth),
    shape('M-44 -10C-43 -20 -45 -30 -44.6 -38Q-30 -34 -27 -10Z', darker(product, 0.3), 0.75),
    shape('M27 -30.4Q45 -27 50 -10H29Q21 -20 27 -30.4Z', lighter(product, 0.34)),
    shape(stripe, accent),
    shape('M-13 -50Q-7 -57 0 -53L24 -31L17 -26Q-1 -36 -13 -50Z', lighter(product, 0.14)),
    line('M-9 -43L4 -50M-2 -37.4L10 -44.4M5 -32.6L16 -38.6M12 -28.6L22 -33', paper, 2.6),
    shape(sole, ctx.down([0, paper], [1, mixColours(paper, product, 0.2)])),
    line('M-45 -4.6H52', mixColours(accent, paper, 0.2), 1.4),
  ].join('')
}

export function drawShirt(ctx: DrawingContext): string {
  const { product, paper, accent } = ctx.palette
  const body =
    'M-14 -95Q0 -84 14 -95L28 -90Q34 -87 37 -82L48 -62L34 -52L28 -62Q26 -30 28 0Q0 5 -28 0' +
    'Q-26 -30 -28 -62L-34 -52L-48 -62L-37 -82Q-34 -87 -28 -90Z'
  const cloth = ctx.across([0, lighter(product, 0.22)], [0.45, product], [1, darker(product, 0.2)])
  const folds =
    'M-28 -62Q-22 -50 -24 -26Q-25 -46 -28 -62ZM28 -62Q22 -50 24 -26Q25 -46 28 -62Z' +
    'M-9 2Q-12 -14 -7 -26Q-8 -10 -4 2.4Z'
  return [
    shape('M-14 -95Q0 -99 14 -95Q0 -84 -14 -95Z', darker(product, 0.5)),
    shape(body, cloth),
    line('M-14.6 -94.6Q0 -83 14.6 -94.6', lighter(product, 0.3), 3),
    line('M-46 -63L-34.6 -55M46 -63L34.6 -55M-27 -3Q0 2 27 -3', darker(product, 0.28), 0.9),
    shape(folds, darker(product, 0.5), 0.35),
    circle(0, -56, 12, accent),
    shape('M-11.3 -52L-3 -61L2 -55.4L5 -58.4L11.3 -52A12 12 0 0 1 -11.3 -52Z', paper, 0.9),
  ].join('')
}

/** A baseball cap seen from the front. */
export function drawCap(ctx: DrawingContext): string {
  const { product, paper, accent } = ctx.palette
  const crown = 'M-38 -12C-43 -46 -22 -64 0 -64C22 -64 43 -46 38 -12Q0 -30 -38 -12Z'
  const visor = 'M-39 -14Q0 -36 39 -14Q54 -3 50 4Q46 7 40 3Q0 -15 -40 3Q-46 7 -50 4Q-54 -3 -39 -14Z'
  return [
    shape('M-38 -12Q0 -30 38 -12L36 0H-36Z', darker(product, 0.62)),
    shape(crown, ctx.round(product)),
    line('M0 -64C-20 -54 -26 -36 -25 -18M0 -64C20 -54 26 -36 25 -18', darker(product, 0.32), 1),
    shape(visor, ctx.across([0, lighter(accent, 0.3)], [0.5, accent], [1, darker(accent, 0.22)])),
    line('M-41 -8Q0 -29 41 -8M-43 -4Q0 -24 43 -4', darker(accent, 0.2), 0.8),
    circle(0, -41, 11, paper),
    shape('M0 -49L7 -36H-7Z', accent),
    ellipse(0, -64, 4.4, 2, darker(product, 0.2)),
  ].join('')
}

export function drawSunglasses(ctx: DrawingContext): string {
  const { product, accent, cap } = ctx.palette
  const rim = mixColours(product, cap, 0.2)
  const left = 'M-52 -40Q-30 -45 -7 -39Q-5 -17 -15 -8Q-28 1 -41 -8Q-52 -18 -52 -40Z'
  const right = 'M52 -40Q30 -45 7 -39Q5 -17 15 -8Q28 1 41 -8Q52 -18 52 -40Z'
  const lens = ctx.down([0, LENS], [0.55, mixColours(LENS, accent, 0.45)], [1, lighter(accent, 0.1)])
  const glare = 'M-44 -34L-36 -37L-26 -9L-32 -7ZM-32 -38L-28 -38.6L-19 -13L-22 -11Z'
  const farGlare = 'M14 -34L22 -37L32 -9L26 -7ZM26 -38L30 -38.6L39 -13L36 -11Z'
  return [
    line('M-53 -39L-40 -58Q-30 -62 34 -56', darker(rim, 0.3), 3.4),
    line('M53 -39L42 -55Q34 -60 -30 -53', darker(rim, 0.15), 3.4),
    shape(left + right, lens),
    shape(glare + farGlare, '#ffffff', 0.26),
    line(left + right, rim, 4.6),
    line('M-8 -32Q0 -38 8 -32', rim, 4.6),
    line('M-50 -40Q-30 -44.4 -9 -39M50 -40Q30 -44.4 9 -39', lighter(rim, 0.4), 1.1),
    line('M-28 -3L-28 1M28 -3L28 1', darker(rim, 0.3), 2),
  ].join('')
}

export function drawWatch(ctx: DrawingContext): string {
  const { product, paper, accent, ink } = ctx.palette
  const dial = mixColours(paper, '#ffffff', 0.5)
  const dark = mixColours(ink, '#17131c', 0.85)
  const marks = Array.from({ length: 12 }, (_, hour) => {
    const [x, y] = [Math.sin((hour / 6) * Math.PI), -Math.cos((hour / 6) * Math.PI)]
    const inner = hour % 3 === 0 ? 14.5 : 17
    return d`M${x * 19} ${-50 + y * 19}L${x * inner} ${-50 + y * inner}`
  }).join('')
  return [
    shape('M-14 -68L-11 -102Q0 -105 11 -102L14 -68Z', ctx.round(product)),
    shape('M-14 -32L-11 2Q0 5 11 2L14 -32Z', ctx.round(product)),
    line('M-8.6 -97L-11 -76M8.6 -97L11 -76M-8.6 -3L-11 -24M8.6 -3L11 -24', lighter(product, 0.35), 0.9),
    circle(0, -9, 1.2, darker(product, 0.5)),
    box(25, -54, 6, 8, 1.6, STEEL),
    circle(0, -50, 27, ctx.radial(0.2, [0, '#ffffff'], [0.6, STEEL], [1, darker(STEEL, 0.4)])),
    circle(0, -50, 23, darker(STEEL, 0.55)),
    circle(0, -50, 22, dial),
    line(marks, dark, 1.5),
    line('M0 -50L-9 -57', dark, 2.8),
    line('M0 -50L10.4 -62', dark, 2),
    line('M-1.6 -55L3.4 -34', accent, 0.9),
    circle(0, -50, 2, accent),
    shape('M-15 -66A22 22 0 0 1 6 -71L-20 -41A22 22 0 0 1 -15 -66Z', '#ffffff', 0.2),
  ].join('')
}
