import type { DrawingContext } from './drawing-context.ts'
import { mixColours } from './palettes.ts'
import { box, circle, d, line, shape } from './write-svg.ts'

/** Stands on the origin and is up to about 100 units tall; `halfWidth` sizes its shadow and the podium. */
export interface Product {
  halfWidth: number
  draw(ctx: DrawingContext): string
}

/** A narrow reflection along the lit side, which makes a flat shape look glossy. */
export function gloss(
  ctx: DrawingContext,
  x: number,
  y: number,
  width: number,
  height: number,
  opacity = 0.45,
): string {
  const left = ctx.light < 0 ? -x : x - width
  const fill = ctx.down([0, '#ffffff', opacity], [0.7, '#ffffff', opacity * 0.5], [1, '#ffffff', 0])
  return box(left, y, width, height, width / 2, fill)
}

/** A paper label with an emblem, and bars in place of a brand name. */
export function label(ctx: DrawingContext, y: number, width: number, height: number): string {
  const { paper, ink, accent, product } = ctx.palette
  const at = (share: number) => y + height * share
  const emblem = ctx.random.pick([
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
      ctx.across([0, paper], [0.55, paper], [1, mixColours(paper, ink, 0.22)]),
    ),
    emblem,
    shape(
      words(0.58, 0.6, 2.2) + words(0.71, 0.44, 1.1) + words(0.8, 0.5, 1.1),
      mixColours(paper, product, 0.8),
    ),
  ].join('')
}

/**
 * A twig that grows upwards from the origin, with smaller leaves towards its tip. Leaves of one tone share
 * one path: every element costs the renderer about 20 µs, and a vase holds three twigs.
 */
export function drawBranch(ctx: DrawingContext, length: number, bend: number): string {
  const { leaf, paper } = ctx.palette
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
