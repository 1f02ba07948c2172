import { drawBackdrop } from './draw-backdrop.ts'
import { drawBranch, type Product } from './draw-details.ts'
import type { DrawingContext } from './drawing-context.ts'
import { lighter, mixColours } from './palettes.ts'
import type { SceneLayout } from './scene-layout.ts'
import { circle, d, ellipse, group, shape } from './write-svg.ts'

/** A studio still life, drawn from back to front: backdrop, podium, product and a few props. */
export function composeScene(ctx: DrawingContext, width: number, height: number, product: Product): string {
  const wide = width > height
  const layout: SceneLayout = {
    width,
    height,
    unit: Math.min(width, height) / 100,
    horizon: height * ctx.random.between(0.55, 0.61),
    ground: height * (wide ? 0.72 : 0.705),
    centre: width * (wide ? ctx.random.pick([0.4, 0.5, 0.6]) : ctx.random.between(0.47, 0.53)),
  }
  return drawBackdrop(ctx, layout) + drawStillLife(ctx, layout, product)
}

/** In hundredths of the shorter side. */
const PRODUCT_HALF_WIDTH_MAX = 31

function drawStillLife(ctx: DrawingContext, layout: SceneLayout, product: Product): string {
  const { unit, centre, ground } = layout
  const podiumHeight = unit * ctx.random.between(9, 14)
  const baseWidth = unit * ctx.random.between(25, 29)
  const top = ground - podiumHeight
  const baseScale = unit * (layout.height > layout.width ? 0.63 : 0.45) * ctx.random.between(0.97, 1.06)
  // Portrait pictures enlarge the product; a wide product must still fit on the podium.
  const scale = Math.min(baseScale, (unit * PRODUCT_HALF_WIDTH_MAX) / product.halfWidth)
  const podiumWidth = Math.max(baseWidth, scale * product.halfWidth)
  const side = -ctx.light
  const lowX = centre + side * unit * ctx.random.between(27, 31)
  const lowHeight = podiumHeight * 0.45
  const first = ctx.random.below(props.length)
  const second = (first + 1 + ctx.random.below(props.length - 1)) % props.length
  return [
    placeProp(ctx, unit, first, centre - side * unit * 36, ground - unit * 3.2),
    drawPodium(ctx, centre, ground, podiumWidth, podiumHeight, 0),
    drawPodium(ctx, lowX, ground + unit * 3, podiumWidth * 0.48, lowHeight, 0.18),
    placeProp(ctx, unit, second, lowX, ground + unit * 3 - lowHeight),
    ctx.shadow(centre + side * unit * 5, top, scale * product.halfWidth * 1.5, unit * 2.6),
    group(d`translate(${centre} ${top}) scale(${scale})`, product.draw(ctx)),
    drawPebbles(ctx, unit, centre - side * unit * ctx.random.between(20, 26), ground + unit * 3.5),
  ].join('')
}

function drawPodium(
  ctx: DrawingContext,
  x: number,
  y: number,
  half: number,
  tall: number,
  tint: number,
): string {
  const colour = mixColours(ctx.palette.podium, ctx.palette.accent, tint)
  const flat = half * 0.17
  const drum = d`M${x - half} ${y - tall}V${y}a${half} ${flat} 0 0 0 ${half * 2} 0V${y - tall}Z`
  const lid = ctx.across([0, lighter(colour, 0.75)], [1, lighter(colour, 0.15)])
  return [
    ctx.shadow(x - ctx.light * half * 0.45, y + flat * 0.35, half * 1.65, flat * 2.1),
    shape(drum, ctx.round(colour, 0.75)),
    ellipse(x, y - tall, half, flat, lid),
  ].join('')
}

/** Props around the product, drawn at the origin and about ten units tall. */
const props: readonly [Prop, ...Prop[]] = [
  drawBudVase,
  drawFruit,
  drawCone,
  (ctx) => drawBall(ctx, 0, 6.5, ctx.palette.accent),
  (ctx) => drawBall(ctx, 0, 5, ctx.palette.leaf) + drawBall(ctx, 7, 2.6, ctx.palette.accent),
]

type Prop = (ctx: DrawingContext) => string

function placeProp(ctx: DrawingContext, unit: number, kind: number, x: number, y: number): string {
  const draw = props[kind] ?? props[0]
  return group(d`translate(${x} ${y}) scale(${unit * 0.93})`, draw(ctx))
}

function drawBall(ctx: DrawingContext, x: number, radius: number, colour: string): string {
  return (
    ctx.shadow(x - ctx.light * radius * 0.6, -0.2, radius * 1.5, radius * 0.3) +
    circle(x, -radius, radius, ctx.ball(colour))
  )
}

function drawBudVase(ctx: DrawingContext): string {
  const { accent, paper } = ctx.palette
  const body = 'M-1.6 -12Q-1.4 -9 -4 -7Q-6.4 -3 -3 .5Q0 1 3 .5Q6.4 -3 4 -7Q1.4 -9 1.6 -12Z'
  return [
    ctx.shadow(-ctx.light * 3, 0, 8, 1.6),
    group(d`translate(0 -10) rotate(${ctx.light * -7})`, drawBranch(ctx, 23, ctx.light * -3)),
    shape(body, ctx.round(mixColours(accent, paper, 0.3))),
  ].join('')
}

/** Six wedges around the centre of a sliced fruit, as one path. */
const WEDGES = [0, 1, 2, 3, 4, 5]
  .map((k) => {
    const turn = (k / 3) * Math.PI
    const at = (across: number, up: number) => {
      const x = across * Math.cos(turn) + up * Math.sin(turn)
      return d`${x} ${-7 + across * Math.sin(turn) - up * Math.cos(turn)}`
    }
    return `M${at(0, 0.8)}L${at(2.4, 4.6)}Q${at(0, 6.2)} ${at(-2.4, 4.6)}Z`
  })
  .join('')

function drawFruit(ctx: DrawingContext): string {
  const { accent, paper } = ctx.palette
  return [
    ctx.shadow(-ctx.light * 4, 0, 11, 2),
    circle(0, -7, 7, accent),
    circle(0, -7, 6, mixColours(paper, accent, 0.12)),
    shape(WEDGES, lighter(accent, 0.2)),
  ].join('')
}

function drawCone(ctx: DrawingContext): string {
  const { product, accent } = ctx.palette
  return (
    ctx.shadow(-ctx.light * 4, 0, 11, 2) +
    shape('M0 -17L7 0Q0 2.4 -7 0Z', ctx.round(mixColours(product, accent, 0.35)))
  )
}

function drawPebbles(ctx: DrawingContext, unit: number, x: number, y: number): string {
  const { podium, leaf, accent } = ctx.palette
  const pebbles = [leaf, accent, leaf].map((tint, k) => {
    const half = unit * ctx.random.between(1.6, 3.4)
    const left = x + unit * ((k - 1) * 6 + ctx.random.between(-1, 1))
    const low = y + unit * ctx.random.between(-1, 2)
    return (
      ctx.shadow(left - ctx.light * half * 0.5, low + half * 0.35, half * 1.7, half * 0.55) +
      ellipse(left, low, half, half * 0.62, ctx.ball(mixColours(podium, tint, 0.3)))
    )
  })
  return pebbles.join('')
}
