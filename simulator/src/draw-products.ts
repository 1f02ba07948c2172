import type { Brush } from './hold-brush.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import { box, circle, d, ellipse, group, line, shape } from './write-svg.ts'

/** Drawn upright on the origin, about a hundred units tall; `halfWidth` is what its shadow needs. */
export interface Product {
  halfWidth: number
  draw(brush: Brush): string
}

export const products: readonly [Product, ...Product[]] = [
  { halfWidth: 24, draw: drawPumpBottle },
  { halfWidth: 22, draw: drawDropper },
  { halfWidth: 38, draw: drawJar },
  { halfWidth: 34, draw: drawVase },
  { halfWidth: 27, draw: drawPerfume },
  { halfWidth: 20, draw: drawTube },
  { halfWidth: 30, draw: drawCandle },
  { halfWidth: 33, draw: drawTeapot },
]

/** A narrow reflection along the lit side; it is what makes a flat shape read as glossy. */
function gloss(brush: Brush, x: number, y: number, width: number, height: number, opacity = 0.45): string {
  const left = brush.light < 0 ? -x : x - width
  const fill = brush.down([0, '#ffffff', opacity], [0.7, '#ffffff', opacity * 0.5], [1, '#ffffff', 0])
  return box(left, y, width, height, width / 2, fill)
}

/** A paper label with an emblem and lines where a brand would stand. */
function label(brush: Brush, y: number, width: number, height: number): string {
  const { paper, ink, accent, product } = brush.palette
  const at = (share: number) => y + height * share
  const emblem = brush.dice.pick([
    circle(0, at(0.32), height * 0.15, accent),
    shape(d`M0 ${at(0.14)}L${height * 0.16} ${at(0.44)}H${-height * 0.16}Z`, accent),
    shape(
      d`M${-height * 0.17} ${at(0.4)}a${height * 0.17} ${height * 0.17} 0 0 1 ${height * 0.34} 0Z`,
      accent,
    ),
  ])
  const words = (top: number, share: number, thick: number) =>
    d`M${(-width * share) / 2} ${at(top)}h${width * share}v${thick}h${-width * share}Z`
  return [
    box(
      -width / 2,
      y,
      width,
      height,
      1.5,
      brush.across([0, paper], [0.55, paper], [1, mixColours(paper, ink, 0.22)]),
    ),
    emblem,
    shape(
      words(0.58, 0.6, 2.2) + words(0.71, 0.44, 1.1) + words(0.8, 0.5, 1.1),
      mixColours(paper, product, 0.8),
    ),
  ].join('')
}

function drawPumpBottle(brush: Brush): string {
  const { product, cap } = brush.palette
  const side = -brush.light
  const head = d`M${-5 * side} -97H${17 * side}q${5 * side} 0 ${5 * side} 6v3h${-5 * side}v-2H${-5 * side}Z`
  const body = 'M-22 0V-52Q-22 -69 -7 -69H7Q22 -69 22 -52V0Q22 2 20 2Q0 5 -20 2Q-22 2 -22 0Z'
  return [
    box(-2, -88, 4, 12, 1, brush.round(lighter(cap, 0.3))),
    shape(head, brush.down([0, lighter(cap, 0.3)], [1, cap])),
    box(-9, -79, 18, 11, 2, brush.round(cap)),
    shape(body, brush.round(product)),
    label(brush, -48, 30, 36),
    gloss(brush, 19, -58, 3, 54),
  ].join('')
}

function drawDropper(brush: Brush): string {
  const { product, cap, paper } = brush.palette
  const glass = 'M-20 0V-44Q-20 -56 -7 -62V-70H7V-62Q20 -56 20 -44V0Q20 2 18 2Q0 5 -18 2Q-20 2 -20 0Z'
  const liquid = 'M-20 0V-30Q0 -26 20 -30V0Q20 2 18 2Q0 5 -18 2Q-20 2 -20 0Z'
  return [
    shape('M-5 -82V-95Q-5 -101 0 -101Q5 -101 5 -95V-82Z', brush.round(mixColours(cap, product, 0.15))),
    box(-8.5, -84, 17, 14, 1.6, brush.round(cap)),
    shape(glass, brush.round(mixColours(product, paper, 0.18))),
    shape(liquid, product, 0.45),
    label(brush, -40, 27, 31),
    gloss(brush, 17, -48, 3, 44, 0.6),
  ].join('')
}

function drawJar(brush: Brush): string {
  const { product, cap } = brush.palette
  const ribs = [-30, -20, -10, 0, 10, 20, 30].map((x) => `M${x} -58h1.2v17h-1.2Z`).join('')
  return [
    shape('M-36 -42V-6Q-36 4 -24 5Q0 8 24 5Q36 4 36 -6V-42Z', brush.round(product)),
    label(brush, -33, 44, 29),
    shape('M-38 -62V-44Q-38 -41 -35 -41Q0 -36 35 -41Q38 -41 38 -44V-62Z', brush.round(cap)),
    shape(ribs, '#ffffff', 0.14),
    ellipse(0, -62, 38, 6.5, brush.across([0, lighter(cap, 0.5)], [1, lighter(cap, 0.12)])),
    gloss(brush, 32, -38, 3.5, 34),
  ].join('')
}

function drawVase(brush: Brush): string {
  const { product, paper, accent } = brush.palette
  const clay = brush.dice.pick([product, mixColours(paper, product, 0.12), mixColours(accent, paper, 0.25)])
  const body =
    'M-9 -62Q-8 -52 -18 -44Q-33 -33 -31 -17Q-29 0 -14 3Q0 5 14 3Q29 0 31 -17Q33 -33 18 -44Q8 -52 9 -62Z'
  const band = 'M-30.5 -24Q0 -14 30.5 -24Q31.4 -20 31 -16Q0 -6 -31 -16Q-31.4 -20 -30.5 -24Z'
  return [
    group('translate(0 -58) rotate(-19) scale(.86)', drawBranch(brush, 54, -6)),
    group('translate(0 -58) rotate(2) scale(1.08)', drawBranch(brush, 54, 5)),
    group('translate(0 -58) rotate(21) scale(.92)', drawBranch(brush, 54, 12)),
    shape(body, brush.round(clay)),
    ellipse(0, -62, 9, 2.2, darker(clay, 0.45)),
    shape(band, paper, 0.3),
    gloss(brush, 23, -34, 4, 22, 0.35),
  ].join('')
}

/**
 * A twig that grows upwards from the origin, with leaves that become smaller. Leaves of one tone share one
 * path: every element costs the renderer about 20 µs, and a vase holds three twigs.
 */
export function drawBranch(brush: Brush, length: number, bend: number): string {
  const { leaf, paper } = brush.palette
  const leaves = { light: '', dark: '' }
  for (let k = 1; k <= 7; k++) {
    const share = 0.12 + k / 8
    const size = (1.08 - share * 0.62) * length * 0.3
    const turn = (k % 2 === 0 ? 1 : -1) * (62 - k * 4) * (Math.PI / 180)
    const at = (across: number, up: number) => {
      const x = bend * share * share + size * (across * Math.cos(turn) + up * Math.sin(turn))
      const y = -length * share + size * (across * Math.sin(turn) - up * Math.cos(turn))
      return d`${x} ${y}`
    }
    const right = `C${at(0.36, 0.25)} ${at(0.3, 0.8)} ${at(0, 1)}`
    const left = `C${at(-0.3, 0.8)} ${at(-0.36, 0.25)} ${at(0, 0)}`
    leaves[k % 2 === 0 ? 'light' : 'dark'] += `M${at(0, 0)}${right}${left}Z`
  }
  return [
    line(d`M0 0Q0 ${-length * 0.5} ${bend} ${-length}`, mixColours(leaf, '#20180c', 0.35), length * 0.024),
    shape(leaves.light, mixColours(leaf, paper, 0.22)),
    shape(leaves.dark, mixColours(leaf, '#17220f', 0.12)),
  ].join('')
}

function drawPerfume(brush: Brush): string {
  const { product, cap, paper, accent } = brush.palette
  const liquid = brush.across([0, lighter(product, 0.3)], [0.5, product], [1, darker(product, 0.2)])
  return [
    box(-10, -93, 20, 21, 3, brush.round(cap)),
    box(-7, -73, 14, 6, 1, brush.round(lighter(accent, 0.35))),
    box(-27, -68, 54, 71, 8, brush.round(mixColours(paper, product, 0.25), 0.8)),
    box(-22.5, -50, 45, 48, 5, liquid),
    ellipse(0, -50, 22.5, 2.6, lighter(product, 0.45)),
    label(brush, -42, 29, 31),
    gloss(brush, 25, -60, 2.6, 56, 0.8),
  ].join('')
}

function drawTube(brush: Brush): string {
  const { product, cap, accent } = brush.palette
  return [
    shape('M-19 -98H19L15 -18H-15Z', brush.round(product)),
    shape('M-19 -98H19L18.6 -91H-18.6Z', brush.round(lighter(product, 0.25))),
    shape('M-17.1 -60H17.1L16.3 -45H-16.3Z', accent, 0.85),
    group('translate(0 -27) scale(.8)', label(brush, -70, 26, 30)),
    box(-15.5, -19, 31, 21, 2.5, brush.round(cap)),
    gloss(brush, 13.5, -90, 2.8, 66),
  ].join('')
}

function drawCandle(brush: Brush): string {
  const { product, paper, accent } = brush.palette
  const glow = brush.out(0, [0, '#ffe9b0', 0.75], [0.4, '#ffdf9a', 0.25], [1, '#ffdf9a', 0])
  return [
    circle(0, -76, 30, glow),
    shape('M-28 -58V-4Q-28 4 -20 4Q0 7 20 4Q28 4 28 -4V-58Z', brush.round(product)),
    ellipse(0, -58, 28, 6, darker(product, 0.3)),
    ellipse(0, -56.6, 25.6, 4.6, mixColours(paper, accent, 0.12)),
    line('M0 -57V-65', '#33261d', 1.4),
    shape('M0 -62C-6 -66 -5 -73 0 -84C5 -73 6 -66 0 -62Z', '#ffb547'),
    shape('M0 -63C-3 -66 -2.6 -70 0 -77C2.6 -70 3 -66 0 -63Z', '#fff3c9'),
    label(brush, -44, 33, 35),
    gloss(brush, 25, -50, 3.2, 44),
  ].join('')
}

function drawTeapot(brush: Brush): string {
  const { product, cap, paper } = brush.palette
  const side = brush.light
  const glaze = mixColours(product, paper, 0.08)
  const handle = d`M${-side * 27} -44C${-side * 56} -50 ${-side * 54} -10 ${-side * 25} -10`
  const under = d`M${side * 24} -20C${side * 40} -20 ${side * 38} -44 ${side * 52} -48`
  const over = d`L${side * 46} -54C${side * 34} -52 ${side * 32} -42 ${side * 20} -38Z`
  const band = 'M-34.6 -22Q0 -12 34.6 -22Q34.4 -17 33 -13Q0 -3 -33 -13Q-34.4 -17 -34.6 -22Z'
  return [
    line(handle, darker(glaze, 0.2), 6),
    shape(under + over, lighter(glaze, 0.16)),
    shape('M-14 -56C-40 -50 -40 -4 -18 3Q0 6 18 3C40 -4 40 -50 14 -56Z', brush.round(glaze)),
    shape(band, paper, 0.28),
    shape('M-17 -54Q0 -50 17 -54Q15 -64 0 -65Q-15 -64 -17 -54Z', brush.round(cap)),
    circle(0, -68, 4.6, brush.out(0.16, [0, lighter(cap, 0.6)], [1, cap])),
    gloss(brush, 26, -44, 4, 26, 0.4),
  ].join('')
}
