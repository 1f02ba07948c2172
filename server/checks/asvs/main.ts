// Shows that rows of docs/security-standard.md that are met have a test that would notice: takes rows at
// random, removes the defence of each from a copy of the repository, and runs the test that the row names. It
// must pass in the copy as it is, and fail without the defence. A row whose defence cannot be removed by a
// change of a text counts as not shown.
// Run: pnpm probe:asvs [--rows N] [--seed N] [--small] [ID ...]. Takes about 10 minutes.
import { number } from '../../harness/arguments/index.ts'
import {
  type Check,
  print,
  printChecks,
  runCheck,
  startStopwatch,
  textTable,
} from '../../harness/report/index.ts'
import { readStandard } from '../../harness/standard/index.ts'
import { type Chosen, chooseRows, removalOf, testsOf } from './choose-rows.ts'
import { type Copy, openCopy } from './open-copy.ts'
import { removals } from './removals.ts'
import { runTests } from './run-tests.ts'

const PAGE = 'docs/security-standard.md'

const command = {
  name: 'pnpm probe:asvs',
  options: {
    rows: number(20, 'rows that are met, at random', { least: 1, small: 3 }),
    seed: number(1, 'which rows they are'),
    small: { kind: 'flag', help: 'three rows, for CI' } as const,
  },
  positionals: 'ID ..., instead of rows at random',
}

await runCheck(command, async ({ rows: count, seed }, ids) => {
  const clock = startStopwatch()
  const copy = openCopy()
  clock.print(`the copy is ready: ${copy.folder}`)
  const rows = readStandard(copy.read(PAGE))
  const chosen =
    ids.length > 0
      ? rows
          .filter(({ id, answer }) => ids.includes(id) && answer === 'met')
          .map((row) => ({ row, removal: removalOf(row, removals) }))
      : chooseRows(rows, removals, seed, count)
  const tests = new Map(chosen.flatMap(({ row }) => testsOf(row)).map((test) => [JSON.stringify(test), test]))
  const passing = new Set<string>()
  for (const outcome of await runTests(copy.folder, [...tests.values()]))
    if (outcome.state === 'passed') passing.add(JSON.stringify(outcome.proof))
  clock.print(`with every defence ${passing.size} of ${tests.size} tests pass`)
  const lines = [['row', 'asks for', 'without', 'what failed']]
  const checks: Check[] = []
  for (const one of chosen) {
    const { check, line } = await checkRow(copy, one, passing)
    checks.push(check)
    lines.push(line)
    clock.print(`${one.row.id}: ${check.failures.join('; ') || 'noticed'}`)
  }
  print(textTable(lines))
  print('')
  return printChecks(checks)
})

async function checkRow(copy: Copy, { row, removal }: Chosen, passing: Set<string>) {
  const sentence = `${row.id} (${row.asks}), without ${removal?.without ?? 'its defence'}: noticed`
  const line = (what: string) => [row.id, row.asks, removal?.without ?? '', what]
  if (!removal) {
    const why = 'not shown: there is no removal for this row'
    return { check: { sentence, failures: [why] }, line: line(why) }
  }
  const tests = testsOf(row)
  const undo = copy.change(removal.edits)
  const outcomes = await runTests(copy.folder, tests).finally(undo)
  const noticed = outcomes.filter(
    ({ proof, state }) => state === 'failed' && passing.has(JSON.stringify(proof)),
  )
  const failures = noticed.length > 0 ? [] : outcomes.map(({ proof, state }) => `${proof.title}: ${state}`)
  const said = noticed.map(({ message }) => message.slice(0, 90)).join('; ')
  return { check: { sentence, failures }, line: line(said || 'nothing') }
}
