// Everything that can go wrong at a provider, at each of the four: one real system with the doubles of the
// providers, one job for each fault. Each must end as the tables say (`rows-of-*.ts`), with the right money,
// bought at most once, and with no word of the provider's addresses, ids or keys for the caller.
// Run: pnpm faults [--small] [CELL ...]. Takes about 7 minutes; --small 3.

import { flag } from '../../harness/arguments/index.ts'
import { doubleNames } from '../../harness/doubles/index.ts'
import { print, printProgress, runCheck, startStopwatch } from '../../harness/report/index.ts'
import { type Cell, nameOf } from './cell.ts'
import { newLeakFinder } from './find-leaks.ts'
import { judgeCell } from './judge-cell.ts'
import { listCells } from './list-cells.ts'
import { openWorld } from './open-world.ts'
import { printTable } from './print-table.ts'
import { readEvidence } from './read-evidence.ts'
import { describeRan, runCells } from './run-cells.ts'

const command = {
  name: 'pnpm faults',
  options: { small: flag('the cells for CI'), list: flag('prints the names of the cells') },
  positionals: 'CELL ... parts of the names of cells, all by default',
}

await runCheck(command, async ({ small, list }, words) => {
  const cells = chooseCells(small, words)
  if (cells.length === 0) throw new Error(`there is no such cell: ${words.join(', ')}`)
  if (list) {
    for (const cell of cells) print(nameOf(cell))
    return { passed: cells.length, failed: 0 }
  }
  const world = await openWorld()
  const { print: tell } = startStopwatch()
  tell(`${cells.length} cells`)
  const all = await runCells(world, cells, (ran) => tell(describeRan(ran)))
  const evidence = await readEvidence(world)
  const findLeaks = newLeakFinder(world, evidence)
  const judged = all.map((ran) => ({ cell: ran.cell, wrong: judgeCell(ran, evidence, findLeaks) }))
  printTable(judged)
  const leaks = Object.entries(evidence.ourLogs).flatMap(([name, log]) => leaksOf(name, log, findLeaks))
  for (const leak of leaks.slice(0, 20)) print(`FAIL ${leak}`)
  const failedCells = judged.filter(({ wrong }) => wrong.length > 0).length
  printProgress(doubleNames.map((name) => `${name} ${evidence.logs[name].submits.length} submits`).join(', '))
  return {
    passed: judged.length - failedCells + (leaks.length === 0 ? 1 : 0),
    failed: failedCells + (leaks.length === 0 ? 0 : 1),
  }
})

function chooseCells(isSmall: boolean, words: string[]): Cell[] {
  return listCells()
    .filter((cell) => !isSmall || cell.isSmall)
    .filter((cell) => words.length === 0 || words.some((word) => nameOf(cell).includes(word)))
}

function leaksOf(name: string, log: string, findLeaks: (text: string) => string[]): string[] {
  return log
    .split('\n')
    .flatMap((line) =>
      findLeaks(line).map((leak) => `the log of ${name} shows ${leak}: ${line.slice(0, 400)}`),
    )
}
