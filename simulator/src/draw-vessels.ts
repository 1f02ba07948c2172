import { drawBranch, gloss, label } from './draw-details.ts'
import type { DrawingContext } from './drawing-context.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import { box, circle, d, ellipse, group, line, shape } from './write-svg.ts'

const STEEL = '#c9ced3'

export function drawPumpBottle(ctx: DrawingContext): string {
  const { product, cap } = ctx.palette
  const side = -ctx.light
  const head = d`M${-5 * side} -97H${17 * side}q${5 * side} 0 ${5 * side} 6v3h${-5 * side}v-2H${-5 * side}Z`
  const body = 'M-22 0V-52Q-22 -69 -7 -69H7Q22 -69 22 -52V0Q22 2 20 2Q0 5 -20 2Q-22 2 -22 0Z'
  return [
    box(-2, -88, 4, 12, 1, ctx.round(lighter(cap, 0.3))),
    shape(head, ctx.down([0, lighter(cap, 0.3)], [1, cap])),
    box(-9, -79, 18, 11, 2, ctx.round(cap)),
    shape(body, ctx.round(product)),
    label(ctx, -48, 30, 36),
    gloss(ctx, 19, -58, 3, 54),
  ].join('')
}

export function drawDropper(ctx: DrawingContext): string {
  const { product, cap, paper } = ctx.palette
  const glass = 'M-20 0V-44Q-20 -56 -7 -62V-70H7V-62Q20 -56 20 -44V0Q20 2 18 2Q0 5 -18 2Q-20 2 -20 0Z'
  const liquid = 'M-20 0V-30Q0 -26 20 -30V0Q20 2 18 2Q0 5 -18 2Q-20 2 -20 0Z'
  return [
    shape('M-5 -82V-95Q-5 -101 0 -101Q5 -101 5 -95V-82Z', ctx.round(mixColours(cap, product, 0.15))),
    box(-8.5, -84, 17, 14, 1.6, ctx.round(cap)),
    shape(glass, ctx.round(mixColours(product, paper, 0.18))),
    shape(liquid, product, 0.45),
    label(ctx, -40, 27, 31),
    gloss(ctx, 17, -48, 3, 44, 0.6),
  ].join('')
}

export function drawJar(ctx: DrawingContext): string {
  const { product, cap } = ctx.palette
  const ribs = [-30, -20, -10, 0, 10, 20, 30].map((x) => `M${x} -58h1.2v17h-1.2Z`).join('')
  return [
    shape('M-36 -42V-6Q-36 4 -24 5Q0 8 24 5Q36 4 36 -6V-42Z', ctx.round(product)),
    label(ctx, -33, 44, 29),
    shape('M-38 -62V-44Q-38 -41 -35 -41Q0 -36 35 -41Q38 -41 38 -44V-62Z', ctx.round(cap)),
    shape(ribs, '#ffffff', 0.14),
    ellipse(0, -62, 38, 6.5, ctx.across([0, lighter(cap, 0.5)], [1, lighter(cap, 0.12)])),
    gloss(ctx, 32, -38, 3.5, 34),
  ].join('')
}

export function drawVase(ctx: DrawingContext): string {
  const { product, paper, accent } = ctx.palette
  const clay = ctx.random.pick([product, mixColours(paper, product, 0.12), mixColours(accent, paper, 0.25)])
  const body =
    'M-9 -62Q-8 -52 -18 -44Q-33 -33 -31 -17Q-29 0 -14 3Q0 5 14 3Q29 0 31 -17Q33 -33 18 -44Q8 -52 9 -62Z'
  const band = 'M-30.5 -24Q0 -14 30.5 -24Q31.4 -20 31 -16Q0 -6 -31 -16Q-31.4 -20 -30.5 -24Z'
  return [
    group('translate(0 -58) rotate(-19) scale(.86)', drawBranch(ctx, 54, -6)),
    group('translate(0 -58) rotate(2) scale(1.08)', drawBranch(ctx, 54, 5)),
    group('translate(0 -58) rotate(21) scale(.92)', drawBranch(ctx, 54, 12)),
    shape(body, ctx.round(clay)),
    ellipse(0, -62, 9, 2.2, darker(clay, 0.45)),
    shape(band, paper, 0.3),
    gloss(ctx, 23, -34, 4, 22, 0.35),
  ].join('')
}

export function drawPerfume(ctx: DrawingContext): string {
  const { product, cap, paper, accent } = ctx.palette
  const liquid = ctx.across([0, lighter(product, 0.3)], [0.5, product], [1, darker(product, 0.2)])
  return [
    box(-10, -93, 20, 21, 3, ctx.round(cap)),
    box(-7, -73, 14, 6, 1, ctx.round(lighter(accent, 0.35))),
    box(-27, -68, 54, 71, 8, ctx.round(mixColours(paper, product, 0.25), 0.8)),
    box(-22.5, -50, 45, 48, 5, liquid),
    ellipse(0, -50, 22.5, 2.6, lighter(product, 0.45)),
    label(ctx, -42, 29, 31),
    gloss(ctx, 25, -60, 2.6, 56, 0.8),
  ].join('')
}

export function drawTube(ctx: DrawingContext): string {
  const { product, cap, accent } = ctx.palette
  return [
    shape('M-19 -98H19L15 -18H-15Z', ctx.round(product)),
    shape('M-19 -98H19L18.6 -91H-18.6Z', ctx.round(lighter(product, 0.25))),
    shape('M-17.1 -60H17.1L16.3 -45H-16.3Z', accent, 0.85),
    group('translate(0 -27) scale(.8)', label(ctx, -70, 26, 30)),
    box(-15.5, -19, 31, 21, 2.5, ctx.round(cap)),
    gloss(ctx, 13.5, -90, 2.8, 66),
  ].join('')
}

export function drawCandle(ctx: DrawingContext): string {
  const { product, paper, accent } = ctx.palette
  const glow = ctx.radial(0, [0, '#ffe9b0', 0.75], [0.4, '#ffdf9a', 0.25], [1, '#ffdf9a', 0])
  return [
    circle(0, -76, 30, glow),
    shape('M-28 -58V-4Q-28 4 -20 4Q0 7 20 4Q28 4 28 -4V-58Z', ctx.round(product)),
    ellipse(0, -58, 28, 6, darker(product, 0.3)),
    ellipse(0, -56.6, 25.6, 4.6, mixColours(paper, accent, 0.12)),
    line('M0 -57V-65', '#33261d', 1.4),
    shape('M0 -62C-6 -66 -5 -73 0 -84C5 -73 6 -66 0 -62Z', '#ffb547'),
    shape('M0 -63C-3 -66 -2.6 -70 0 -77C2.6 -70 3 -66 0 -63Z', '#fff3c9'),
    label(ctx, -44, 33, 35),
    gloss(ctx, 25, -50, 3.2, 44),
  ].join('')
}

export function drawTeapot(ctx: DrawingContext): string {
  const { product, cap, paper } = ctx.palette
  const side = ctx.light
  const glaze = mixColours(product, paper, 0.08)
  const handle = d`M${-side * 27} -44C${-side * 56} -50 ${-side * 54} -10 ${-side * 25} -10`
  const under = d`M${side * 24} -20C${side * 40} -20 ${side * 38} -44 ${side * 52} -48`
  const over = d`L${side * 46} -54C${side * 34} -52 ${side * 32} -42 ${side * 20} -38Z`
  const band = 'M-34.6 -22Q0 -12 34.6 -22Q34.4 -17 33 -13Q0 -3 -33 -13Q-34.4 -17 -34.6 -22Z'
  return [
    line(handle, darker(glaze, 0.2), 6),
    shape(under + over, lighter(glaze, 0.16)),
    shape('M-14 -56C-40 -50 -40 -4 -18 3Q0 6 18 3C40 -4 40 -50 14 -56Z', ctx.round(glaze)),
    shape(band, paper, 0.28),
    shape('M-17 -54Q0 -50 17 -54Q15 -64 0 -65Q-15 -64 -17 -54Z', ctx.round(cap)),
    circle(0, -68, 4.6, ctx.radial(0.16, [0, lighter(cap, 0.6)], [1, cap])),
    gloss(ctx, 26, -44, 4, 26, 0.4),
  ].join('')
}

export function drawMug(ctx: DrawingContext): string {
  const { product, paper, accent } = ctx.palette
  const side = -ctx.light
  const glaze = mixColours(product, paper, 0.06)
  const handle = d`M${side * 27} -54C${side * 58} -60 ${side * 56} -10 ${side * 25} -15`
  const band = 'M-30 -30Q0 -22 30 -30V-22Q0 -14 -30 -22Z'
  const steam =
    'M-8 -76C-15 -84 -2 -90 -9 -101C0 -91 -10 -85 -8 -76ZM7 -76C0 -86 13 -93 6 -106C15 -94 5 -87 7 -76Z'
  return [
    line(handle, darker(glaze, 0.22), 8),
    shape('M-30 -66V-9Q-30 3 -18 4.5Q0 7 18 4.5Q30 3 30 -9V-66Z', ctx.round(glaze)),
    shape(band, mixColours(paper, accent, 0.25), 0.85),
    ellipse(0, -66, 30, 7, lighter(glaze, 0.35)),
    ellipse(0, -65.5, 27, 5.6, darker(glaze, 0.5)),
    ellipse(0, -63.9, 24.6, 4, '#5a3522'),
    shape(steam, paper, 0.6),
    gloss(ctx, 26, -54, 4, 44),
  ].join('')
}

export function drawBottle(ctx: DrawingContext): string {
  const { product, cap, accent } = ctx.palette
  const body =
    'M-19 0V-46Q-19 -57 -10 -64Q-7 -67 -7 -73V-86H7V-73Q7 -67 10 -64Q19 -57 19 -46V0Q19 2 17 2.4' +
    'Q0 5 -17 2.4Q-19 2 -19 0Z'
  return [
    shape(body, ctx.round(product)),
    shape('M-19 -8Q0 -4 19 -8V0Q19 2 17 2.4Q0 5 -17 2.4Q-19 2 -19 0Z', accent, 0.7),
    box(-8.6, -100, 17.2, 14, 2.4, ctx.round(cap)),
    box(-8, -85.4, 16, 3, 1.2, ctx.round(lighter(accent, 0.2))),
    label(ctx, -45, 30, 32),
    gloss(ctx, 16, -50, 3, 46, 0.6),
  ].join('')
}

export function drawCan(ctx: DrawingContext): string {
  const { product, paper, accent } = ctx.palette
  const wave = 'M-24 -30C-10 -44 8 -16 24 -32V-10C8 6 -10 -20 -24 -8Z'
  return [
    shape('M-20.5 -80L-24 -72V-4L-20 2.4Q0 6.4 20 2.4L24 -4V-72L20.5 -80Z', ctx.round(product)),
    shape(wave, accent, 0.9),
    circle(0, -50, 10.5, paper),
    circle(0, -50, 7, accent),
    shape('M-20 2.4Q0 6.4 20 2.4L22 -.4Q0 4 -22 -.4Z', ctx.round(STEEL)),
    ellipse(0, -80, 20.5, 4.4, ctx.round(STEEL)),
    ellipse(0, -79.6, 17.6, 3.3, darker(STEEL, 0.3)),
    ellipse(1, -80.2, 6.4, 1.5, lighter(STEEL, 0.5)),
    gloss(ctx, 20, -70, 3.4, 62, 0.6),
  ].join('')
}
