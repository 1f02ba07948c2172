import { setTimeout as sleep } from 'node:timers/promises'
import { doubleNames } from '../../harness/doubles/index.ts'
import { runParallel } from '../../harness/driver/index.ts'
import { type Cell, nameOf } from './cell.ts'
import type { World } from './open-world.ts'
import { type Ran, runCell } from './run-cell.ts'

const IN_PARALLEL = 12
/** Stalled jobs only wait, so they need no turn. They are not ordered at one moment. */
const STALLED_EVERY_MS = 150
/** Longer than a late callback, a replayed one, or a cancel after a stall. */
const AFTERMATH_MS = 10_000

/** Called when a cell is done. */
type Report = (ran: Ran) => void

/**
 * Runs the cells: together those that do not disturb each other; then those that need their provider alone;
 * then, after a restart, those whose caller waits for the provider.
 */
export async function runCells(world: World, cells: Cell[], report: Report): Promise<Ran[]> {
  const all: Ran[] = []
  const run = async (cell: Cell) => {
    const ran = await runCell(world, cell)
    all.push(ran)
    report(ran)
  }
  const waiting = cells.filter(({ caller }) => caller === 'waits')
  const left = cells.filter(({ caller }) => caller !== 'waits')
  const alone = left.filter((cell) => cell.isAlone || cell.settings)
  const together = left.filter((cell) => !alone.includes(cell))
  await runTogether(together, run)
  await runAlone(world, alone, run)
  if (waiting.length > 0) {
    await world.setCallers('waits')
    await runAlone(world, waiting, async (cell) => {
      // A refusal before may have opened the breaker of the provider; an order that it takes closes it.
      await runCell(world, { ...cell, faults: [], mark: `${cell.mark} before` })
      await run(cell)
    })
  }
  await sleep(AFTERMATH_MS)
  return all
}

async function runTogether(cells: Cell[], run: (cell: Cell) => Promise<void>): Promise<void> {
  const isStalled = ({ expected }: Cell) => expected.status === 'stalled'
  const stalled = cells.filter(isStalled).map(async (cell, index) => {
    await sleep(index * STALLED_EVERY_MS)
    return run(cell)
  })
  await Promise.all([
    ...stalled,
    runParallel(IN_PARALLEL, spread(cells.filter((one) => !isStalled(one))), run),
  ])
}

/** The providers in turn, so that their breakers see good orders between the bad ones. */
const spread = (cells: Cell[]): Cell[] => {
  const position = new Map<string, number>()
  const rank = ({ provider }: Cell) => {
    const next = (position.get(provider) ?? 0) + 1
    position.set(provider, next)
    return next
  }
  return cells
    .map((cell) => ({ cell, rank: rank(cell) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ cell }) => cell)
}

/** One after another at each provider, all providers at the same time. */
async function runAlone(
  { doubles }: World,
  cells: Cell[],
  run: (cell: Cell) => Promise<void>,
): Promise<void> {
  await Promise.all(
    doubleNames.map(async (name) => {
      const double = doubles.byName[name]
      const usual = await double.settings()
      const restore = async ({ settings = {} }: Cell) => {
        const names = Object.keys(settings)
        if (names.length > 0) await double.set(Object.fromEntries(names.map((one) => [one, usual[one]])))
      }
      for (const cell of cells.filter(({ provider }) => provider === name)) {
        const running = run(cell)
        if (cell.settingsMs !== undefined) await sleep(cell.settingsMs).then(() => restore(cell))
        await running
        await restore(cell)
      }
    }),
  )
}

export const describeRan = ({ cell, media, answer, seconds }: Ran): string =>
  `${nameOf(cell)}: ${media?.status ?? answer.status} ${media?.errorCode ?? ''} after ${seconds.toFixed(1)} s`
