import { type CellIngredients, seededRandom } from '#learning/statistics'
import type { World } from './worlds.ts'

/** What is true of one account and known to nobody in it. */
export type Truth = {
  /** In an order that depends on the account. */
  cells: CellIngredients[]
  /** The effect of the cell with this number on a day, without wear. */
  effectOf(cell: number, day: number): number
  /** How much is sold on a day, relative to the average day. */
  seasonOf(day: number): number
  /** How many days late rows arrive. */
  lag: number
}

const SEASON_DAYS = 30
const orientations = ['portrait', 'square', 'landscape'] as const

export function drawTruth(seed: string, world: World): Truth {
  const random = seededRandom(`${seed} truth`)
  const parts = new Map<string, number>()
  /** Three ingredients share the variance of a cell. */
  const partOf = (name: string): number => {
    const part = parts.get(name) ?? (world.cellSpread / Math.sqrt(3)) * random.normal()
    parts.set(name, part)
    return part
  }
  const cells = cellsOf(world)
    .map((cell) => ({ cell, at: random.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ cell }) => cell)
  const draw = () =>
    cells.map(({ cepId, characterId, mediaType, orientation }) =>
      world.addsUp
        ? partOf(cepId) + partOf(`${characterId}`) + partOf(`${mediaType} ${orientation}`)
        : world.cellSpread * random.normal(),
    )
  const days: number[][] = []
  for (let day = 0; day < world.days; day++) {
    const before = days[day - 1]
    if (!before || day === world.redrawnOn) days.push(draw())
    else days.push(world.drift > 0 ? before.map((effect) => effect + world.drift * random.normal()) : before)
  }
  const phase = random.uniform()
  const seasonOf = (day: number) => 1 + world.season * Math.sin(2 * Math.PI * (day / SEASON_DAYS + phase))
  const lag = world.arrivesLate ? 1 + Math.floor(3 * random.uniform()) : 0
  return { cells, effectOf: (cell, day) => Math.exp(days[day]?.[cell] ?? 0), seasonOf, lag }
}

function cellsOf({ ceps, characters, orientations: shapes }: World): CellIngredients[] {
  return Array.from({ length: ceps }, (_, cep) => `cep_${cep}`).flatMap((cepId) =>
    Array.from({ length: characters }, (_, character) => (character ? `chr_${character}` : null)).flatMap(
      (characterId) =>
        (['IMAGE', 'VIDEO'] as const).flatMap((mediaType) =>
          orientations
            .slice(0, shapes)
            .map((orientation) => ({ cepId, characterId, mediaType, orientation })),
        ),
    ),
  )
}
