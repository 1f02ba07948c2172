// Proves that OAuth withstands the attacks of its security best practice, over HTTP on a running system: one
// line of a table for each. With --bugs each defence is taken out of a copy of the sources, and the same
// attack must notice it.
// Run: pnpm probe:oauth [--bugs] [ATTACK ...]. Takes half a minute; with --bugs 4 minutes.
import { flag } from '../../harness/arguments/index.ts'
import {
  type Check,
  print,
  printChecks,
  runCheck,
  startStopwatch,
  textTable,
} from '../../harness/report/index.ts'
import { newFailures } from './failures.ts'
import { openWorld, type World } from './open-world.ts'
import type { Row } from './row.ts'
import { findRow, rows } from './rows.ts'

const USERS_PER_ATTACK = 3

const command = {
  name: 'pnpm probe:oauth',
  options: { bugs: flag('takes out one defence after another, and expects each to be noticed') },
  positionals: 'ATTACK ..., all by default',
}

await runCheck(command, async ({ bugs }, names) => {
  const clock = startStopwatch()
  const chosen = names.length > 0 ? names.map(findRow) : rows
  const runs = bugs ? chosen.reduce((sum, { defences }) => sum + defences.length, 0) : chosen.length
  const world = await openWorld(runs * USERS_PER_ATTACK)
  clock.print('the system is running')
  const checks: Check[] = []
  const table = [['attack', 'promise', bugs ? 'defences that were missed' : 'failures']]
  for (const row of chosen) {
    const found = bugs ? await checkDefences(world, row) : [await checkRow(world, row)]
    checks.push(...found)
    const failures = found.flatMap((one) => one.failures)
    table.push([row.name, row.promise, String(failures.length)])
    clock.print(`${row.name}: ${failures.length} failures`)
    for (const failure of failures) clock.print(`  ${failure}`)
  }
  print(textTable(table))
  print('')
  return printChecks(checks)
})

/** What did not hold. An attack that breaks off has not shown what it should. */
async function attack(world: World, row: Row): Promise<string[]> {
  const failures = newFailures()
  world.beginAttack()
  await row.attack(world, failures).catch((error: Error) => {
    failures.list.push(`it broke off: ${error.message.slice(0, 400)}`)
  })
  return failures.list
}

async function checkRow(world: World, row: Row): Promise<Check> {
  return { sentence: `${row.name}: ${row.promise}`, failures: await attack(world, row) }
}

async function checkDefences(world: World, row: Row): Promise<Check[]> {
  const checks: Check[] = []
  for (const { name, sign, mutations } of row.defences) {
    await world.without(mutations)
    const found = await attack(world, row)
    const isNoticed = found.some((failure) => failure.includes(sign))
    const failures = isNoticed ? [] : [`no failure says "${sign}", but: ${found.join('; ') || 'none'}`]
    checks.push({ sentence: `${row.name}, without "${name}": noticed`, failures })
  }
  await world.without([])
  return checks
}
