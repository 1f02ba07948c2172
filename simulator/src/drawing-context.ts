import { darker, lighter, mixColours, type Palette } from './palettes.ts'
import { type Random, seededRandom } from './random.ts'
import { d, ellipse } from './write-svg.ts'

type Stop = readonly [at: number, colour: string, opacity?: number]

/** What every draw function needs: colours, random numbers, the direction of light, and shared gradients. */
export interface DrawingContext {
  palette: Palette
  random: Random
  /** -1 when the light comes from the left, 1 when from the right. */
  light: -1 | 1
  /** A gradient from top to bottom. */
  down(...stops: readonly Stop[]): string
  /** A gradient from the lit side to the dark side. */
  across(...stops: readonly Stop[]): string
  /** A radial gradient; `lean` shifts its centre towards the light. */
  radial(lean: number, ...stops: readonly Stop[]): string
  /** The fill of upright cylinders: a bottle, a podium, a jar. */
  round(colour: string, contrast?: number): string
  /** The fill of spheres: a ball, a pebble. */
  ball(colour: string): string
  /** A soft shadow on the ground. A radial gradient, because a blur filter needs its own canvas. */
  shadow(x: number, y: number, rx: number, ry: number): string
  definitions(): string
}

export function createDrawingContext(palette: Palette, seed: number): DrawingContext {
  const random = seededRandom(seed)
  const light = random.below(2) === 0 ? -1 : 1
  const known = new Map<string, string>()
  const definitions: string[] = []
  const define = (tag: string, place: string, stops: readonly Stop[]) => {
    const body = stops.map(([at, colour, opacity = 1]) => {
      const fade = opacity === 1 ? '' : d` stop-opacity="${opacity}"`
      return `<stop offset="${at}" stop-color="${colour}"${fade}/>`
    })
    const rest = `${place}>${body.join('')}</${tag}>`
    const id = known.get(rest) ?? `g${known.size}`
    if (!known.has(rest)) definitions.push(`<${tag} id="${id}" ${rest}`)
    known.set(rest, id)
    return `url(#${id})`
  }
  const sideways = light < 0 ? 'x1="0" x2="1" y1="0" y2="0"' : 'x1="1" x2="0" y1="0" y2="0"'
  const ctx: DrawingContext = {
    palette,
    random,
    light,
    down: (...stops) => define('linearGradient', 'x1="0" y1="0" x2="0" y2="1"', stops),
    across: (...stops) => define('linearGradient', sideways, stops),
    radial: (lean, ...stops) => {
      const place = d`cx="${0.5 + light * lean}" cy="${0.5 - lean}" r="${0.5 + lean}"`
      return define('radialGradient', place, stops)
    },
    round: (colour, contrast = 1) =>
      ctx.across(
        [0, lighter(colour, 0.12 * contrast)],
        [0.22, lighter(colour, 0.38 * contrast)],
        [0.48, colour],
        [1, darker(colour, 0.27 * contrast)],
      ),
    ball: (colour) => ctx.radial(0.17, [0, lighter(colour, 0.6)], [0.5, colour], [1, darker(colour, 0.3)]),
    shadow: (x, y, rx, ry) => {
      const dark = mixColours(palette.floorNear, '#120c18', 0.72)
      const fill = ctx.radial(0, [0, dark, 0.48], [0.6, dark, 0.19], [1, dark, 0])
      return ellipse(x, y, rx, ry, fill)
    },
    definitions: () => definitions.join(''),
  }
  return ctx
}
