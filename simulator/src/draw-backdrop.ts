import type { Stage } from './compose-scene.ts'
import type { Brush } from './drawing-context.ts'
import { darker, lighter, mixColours } from './palettes.ts'
import { box, circle, d, shape } from './write-svg.ts'

/** Wall, one large motif on it, and the floor. */
export function drawBackdrop(brush: Brush, stage: Stage): string {
  const { width, height, horizon } = stage
  const { wallTop, wallLow, floorFar, floorNear } = brush.palette
  const motif = brush.dice.pick([drawDisc, drawArch, drawHills, drawRainbow, drawWindowLight])
  return [
    box(0, 0, width, horizon + 1, 0, brush.down([0, wallTop], [1, wallLow])),
    motif(brush, stage),
    box(0, horizon, width, height - horizon, 0, brush.down([0, floorFar], [1, floorNear])),
  ].join('')
}

function drawDisc(brush: Brush, { centre, horizon, unit }: Stage): string {
  const { motif, wallLow } = brush.palette
  const x = centre + brush.light * unit * brush.dice.between(2, 16)
  const radius = unit * brush.dice.between(27, 33)
  const y = horizon - radius * brush.dice.between(0.55, 1)
  return (
    circle(x, y, radius * 1.32, mixColours(wallLow, motif, 0.16)) +
    circle(x, y, radius, brush.down([0, motif], [1, mixColours(motif, wallLow, 0.55)]))
  )
}

function drawArch(brush: Brush, { centre, horizon, unit }: Stage): string {
  const { motif, wallTop, wallLow } = brush.palette
  const x = centre + brush.dice.between(-6, 6) * unit
  const arch = (half: number, tall: number) => {
    const width = unit * half * 2
    const up = d`M${x - width / 2} ${horizon}V${horizon - unit * (tall - half)}`
    return d`${up}a${width / 2} ${width / 2} 0 0 1 ${width} 0V${horizon}Z`
  }
  return [
    shape(arch(33, 58), lighter(wallLow, 0.35)),
    shape(arch(28.5, 53.5), darker(wallTop, 0.1)),
    shape(arch(27, 52), brush.down([0, mixColours(motif, wallTop, 0.1)], [1, lighter(motif, 0.45)])),
  ].join('')
}

function drawHills(brush: Brush, { width, horizon, unit, centre }: Stage): string {
  const { motif, wallLow, leaf } = brush.palette
  const ridges = [0, 1, 2].map((k) => {
    const y = horizon - unit * (20 - k * 7)
    const swing = unit * brush.dice.between(5, 11) * (k % 2 === 0 ? 1 : -1)
    const left = d`C${width * 0.25} ${y - swing * 1.6} ${width * 0.4} ${y + swing}`
    const right = d`${width * 0.62} ${y - swing * 0.4}S${width * 0.9} ${y - swing} ${width} ${y}`
    const tone = mixColours(mixColours(wallLow, motif, 0.35), leaf, 0.12 + k * 0.2)
    return shape(d`M0 ${y}${left} ${right}V${horizon}H0Z`, tone)
  })
  return circle(centre + brush.light * unit * 22, horizon - unit * 34, unit * 9, motif) + ridges.join('')
}

function drawRainbow(brush: Brush, { centre, horizon, unit }: Stage): string {
  const { motif, wallLow, accent, paper, product } = brush.palette
  const x = centre + brush.light * unit * brush.dice.between(8, 18)
  return [
    circle(x, horizon, unit * 40, mixColours(motif, wallLow, 0.25)),
    circle(x, horizon, unit * 32.5, mixColours(accent, wallLow, 0.45)),
    circle(x, horizon, unit * 25, paper),
    circle(x, horizon, unit * 17.5, mixColours(product, wallLow, 0.6)),
  ].join('')
}

/** Sunlight through a window with four panes, slanted away from the light. */
function drawWindowLight(brush: Brush, { centre, horizon, unit }: Stage): string {
  const lean = -brush.light * 7
  const pane = (left: number, top: number) => {
    const start = d`M${centre + unit * left} ${horizon - unit * top}`
    return d`${start}h${unit * 19}l${unit * lean} ${unit * 22}h${unit * -19}Z`
  }
  const panes = pane(-22, 54) + pane(0, 54) + pane(-22 + lean, 30) + pane(lean, 30)
  return shape(panes, mixColours(brush.palette.wallLow, lighter(brush.palette.motif, 0.5), 0.72))
}
