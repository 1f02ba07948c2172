// Computes what a load needs, from the figures that the bench wrote: cores, processes, connections, WAL,
// slots of the engine, requests to storage and bytes; how many cells that is; and what would break first.
// Run: pnpm capacity --jobs-per-second 1200 --render 30 --file-mb 1.5. Takes no time: nothing is started.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { number, text } from '../../../harness/arguments/index.ts'
import { print, runCheck, textTable } from '../../../harness/report/index.ts'
import type { Figures } from '../write-figures.ts'
import { assumptions } from './assumptions.ts'
import { computeCell, type Load } from './compute-cell.ts'

const FIGURES = join(import.meta.dirname, '../../../../docs/figures.json')

const command = {
  name: 'pnpm capacity',
  options: {
    'jobs-per-second': number(1_200, 'submits a second, of the whole service', { least: 1, most: 1_000_000 }),
    render: number(30, 'seconds that a provider takes', { least: 1, most: 3_600 }),
    'file-mb': number(1.5, 'megabytes of a finished file', { least: 0, most: 1_000, hasDecimals: true }),
    cell: number(250, 'jobs a second that a cell is planned for', { least: 1, most: 100_000 }),
    polls: number(3, 'polls for each job', { least: 0, most: 1_000 }),
    figures: text(FIGURES, 'what `pnpm bench --render 30 --figures FILE` wrote'),
  },
}

await runCheck(command, async (options) => {
  const figures = JSON.parse(await readFile(options.figures, 'utf8')) as Figures
  const jobs = options['jobs-per-second']
  const cells = Math.ceil(jobs / options.cell)
  const load: Load = {
    jobsPerSecond: jobs / cells,
    renderSeconds: options.render,
    fileMegabytes: options['file-mb'],
    pollsPerJob: options.polls,
  }
  const { needs, limits } = computeCell(figures, load)
  const perCell = load.jobsPerSecond.toFixed(0)
  print(`${jobs} jobs a second, ${options.render} s to render, files of ${options['file-mb']} MB`)
  print(`${cells} cells of ${perCell} jobs a second each\n`)
  print(
    textTable([
      ['', 'one cell', `${cells} cells`, 'from'],
      ...needs.map(({ name, value, unit, from }) => [
        name,
        show(value, unit),
        show(value * cells, unit),
        from,
      ]),
    ]),
  )
  print('\nWhat breaks first in a cell, the fullest first:')
  print(
    textTable([
      ['', 'used', 'of', 'share'],
      ...limits
        .toSorted((a, b) => b.used / b.limit - a.used / a.limit)
        .map(({ name, used, limit, unit }) => [
          name,
          show(used, unit),
          show(limit, unit),
          `${Math.round((100 * used) / limit)}%`,
        ]),
    ]),
  )
  const { settings, machine, measured } = figures
  print(
    `\nMeasured on ${measured}: ${settings.jobs} jobs a round on ${machine}, ${settings.pixels} pixels, ` +
      `${settings.renderSeconds} s and ${settings.waitingSeconds} s to render.`,
  )
  print('Assumed:')
  for (const { name, value, why } of Object.values(assumptions)) print(`- ${name}: ${value} (${why})`)
  const broken = limits.filter(({ used, limit }) => used > limit)
  for (const { name } of broken) print(`FAIL ${name} does not fit into a cell of this size`)
  return { passed: limits.length - broken.length, failed: broken.length }
})

function show(value: number, unit: string): string {
  const digits = value < 10 ? 1 : 0
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })}${unit ? ` ${unit}` : ''}`
}
