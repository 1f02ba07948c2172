import { type DoubleName, doubleNames } from '../../harness/doubles/index.ts'
import type { Cell, Row } from './cell.ts'
import { rowsOfCallbacks } from './rows-of-callbacks.ts'
import { rowsOfFiles } from './rows-of-files.ts'
import { rowsOfQuirks } from './rows-of-quirks.ts'
import { rowsOfReads } from './rows-of-reads.ts'
import { rowsOfSubmits, rowsOfWaitingCallers } from './rows-of-submits.ts'
import { rowsOfTasks } from './rows-of-tasks.ts'

/** Every fault at every provider that can have it. */
export function listCells(): Cell[] {
  const rows = [
    ...rowsOfSubmits,
    ...rowsOfReads,
    ...rowsOfFiles,
    ...rowsOfTasks,
    ...rowsOfCallbacks,
    ...rowsOfQuirks,
    ...rowsOfWaitingCallers,
  ]
  const names = rows.map(({ name }) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`two rows are called ${twice.join(' and ')}`)
  return rows
    .flatMap((row) => doubleNames.flatMap((provider) => cellOf(row, provider)))
    .map((cell, index) => ({ ...cell, mark: `cell-${String(index).padStart(4, '0')}` }))
}

function cellOf({ expected, small = [], ...row }: Row, provider: DoubleName): Omit<Cell, 'mark'>[] {
  const expectedHere = expected[provider]
  if (!expectedHere) return []
  return [{ ...row, provider, expected: expectedHere, isSmall: small.includes(provider) }]
}
