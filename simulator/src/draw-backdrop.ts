import type { DrawingContext } from './drawing-context.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import type { SceneLayout } from './scene-layout.ts'
import { box, circle, d, shape } from './write-svg.ts'

/** A wall with one large motif, and the floor. */
export function drawBackdrop(ctx: DrawingContext, layout: SceneLayout): string {
  const { width, height, horizon } = layout
  const { wallTop, wallLow, floorFar, floorNear } = ctx.palette
  const motif = ctx.random.pick([drawDisc, drawArch, drawHills, drawRainbow, drawWindowLight])
  return [
    box(0, 0, width, horizon + 1, 0, ctx.down([0, wallTop], [1, wallLow])),
    motif(ctx, layout),
    box(0, horizon, width, height - horizon, 0, ctx.down([0, floorFar], [1, floorNear])),
  ].join('')
}

function drawDisc(ctx: DrawingContext, { centre, horizon, unit }: SceneLayout): string {
  const { motif, wallLow } = ctx.palette
  const x = centre + ctx.light * unit * ctx.random.between(2, 16)
  const radius = unit * ctx.random.between(27, 33)
  const y = horizon - radius * ctx.random.between(0.55, 1)
  return (
    circle(x, y, radius * 1.32, mixColours(wallLow, motif, 0.16)) +
    circle(x, y, radius, ctx.down([0, motif], [1, mixColours(motif, wallLow, 0.55)]))
  )
}

function drawArch(ctx: DrawingContext, { centre, horizon, unit }: SceneLayout): string {
  const { motif, wallTop, wallLow } = ctx.palette
  const x = centre + ctx.random.between(-6, 6) * unit
  const arch = (half: number, tall: number) => {
    const width = unit * half * 2
    const up = d`M${x - width / 2} ${horizon}V${horizon - unit * (tall - half)}`
    return d`${up}a${width / 2} ${width / 2} 0 0 1 ${width} 0V${horizon}Z`
  }
  return [
    shape(arch(33, 58), lighter(wallLow, 0.35)),
    shape(arch(28.5, 53.5), darker(wallTop, 0.1)),
    shape(arch(27, 52), ctx.down([0, mixColours(motif, wallTop, 0.1)], [1, lighter(motif, 0.45)])),
  ].join('')
}

function drawHills(ctx: DrawingContext, { width, horizon, unit, centre }: SceneLayout): string {
  const { motif, wallLow, leaf } = ctx.palette
  const ridges = [0, 1, 2].map((k) => {
    const y = horizon - unit * (20 - k * 7)
    const swing = unit * ctx.random.between(5, 11) * (k % 2 === 0 ? 1 : -1)
    const left = d`C${width * 0.25} ${y - swing * 1.6} ${width * 0.4} ${y + swing}`
    const right = d`${width * 0.62} ${y - swing * 0.4}S${width * 0.9} ${y - swing} ${width} ${y}`
    const tone = mixColours(mixColours(wallLow, motif, 0.35), leaf, 0.12 + k * 0.2)
    return shape(d`M0 ${y}${left} ${right}V${horizon}H0Z`, tone)
  })
  return circle(centre + ctx.light * unit * 22, horizon - unit * 34, unit * 9, motif) + ridges.join('')
}

function drawRainbow(ctx: DrawingContext, { centre, horizon, unit }: SceneLayout): string {
  const { motif, wallLow, accent, paper, product } = ctx.palette
  const x = centre + ctx.light * unit * ctx.random.between(8, 18)
  return [
    circle(x, horizon, unit * 40, mixColours(motif, wallLow, 0.25)),
    circle(x, horizon, unit * 32.5, mixColours(accent, wallLow, 0.45)),
    circle(x, horizon, unit * 25, paper),
    circle(x, horizon, unit * 17.5, mixColours(product, wallLow, 0.6)),
  ].join('')
}

/** Sunlight through a window with four panes, slanted away from the light. */
function drawWindowLight(ctx: DrawingContext, { centre, horizon, unit }: SceneLayout): string {
  const lean = -ctx.light * 7
  const pane = (left: number, top: number) => {
    const start = d`M${centre + unit * left} ${horizon - unit * top}`
    return d`${start}h${unit * 19}l${unit * lean} ${unit * 22}h${unit * -19}Z`
  }
  const panes = pane(-22, 54) + pane(0, 54) + pane(-22 + lean, 30) + pane(lean, 30)
  return shape(panes, mixColours(ctx.palette.wallLow, lighter(ctx.palette.motif, 0.5), 0.72))
}
