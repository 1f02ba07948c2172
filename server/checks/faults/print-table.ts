import { doubleNames } from '../../harness/doubles/index.ts'
import { print, textTable } from '../../harness/report/index.ts'
import { type Cell, nameOf } from './cell.ts'

type Judged = { cell: Cell; wrong: string[] }

/** The faults by the providers, then what is wrong. */
export function printTable(judged: Judged[]): void {
  const byFault = Map.groupBy(judged, ({ cell }) => cell.name)
  const mark = (found: Judged | undefined) => (found ? (found.wrong.length === 0 ? 'ok' : 'FAIL') : '-')
  const lines = [...byFault].map(([fault, ofFault]) => [
    fault,
    ...doubleNames.map((name) => mark(ofFault.find(({ cell }) => cell.provider === name))),
  ])
  print(textTable([['fault', ...doubleNames], ...lines]))
  for (const { cell, wrong } of judged) {
    if (wrong.length === 0) continue
    print(`FAIL ${nameOf(cell)} (${cell.why})`)
    for (const sentence of wrong) print(`     ${sentence}`)
  }
}
