// Proves that the dashboard withstands the usual attacks on pages with a session, in a real browser and over
// HTTP: one line of a table for each. With --bugs each defence is taken out of a copy of the sources, of the
// service or of the pages, and the same attack must notice it.
// Run: pnpm probe:dashboard-security [--bugs] [--small] [ATTACK ...]. Takes about 4 minutes; with --bugs 8.
import { flag, number } from '../../harness/arguments/index.ts'
import {
  type Check,
  print,
  printChecks,
  runCheck,
  startStopwatch,
  textTable,
} from '../../harness/report/index.ts'
import { newFailures } from './new-failures.ts'
import { openWorld, type World } from './open-world.ts'
import type { Row } from './row.ts'
import { findRow, rows } from './rows.ts'

/** No attack takes more. */
const USERS_PER_ATTACK = 8
/** Enough to pass each limit, and few enough to do it often. */
const FEW = { attempts: 240, networks: 3 }

const command = {
  name: 'pnpm probe:dashboard-security',
  options: {
    attempts: number(10_000, 'wrong sign-ins of each kind', { least: FEW.attempts, small: FEW.attempts }),
    networks: number(250, 'networks that they come from', { least: 2, small: FEW.networks }),
    bugs: flag('takes out one defence after another, and expects each to be noticed'),
    small: flag('fewer sign-ins, for CI'),
  },
  positionals: 'ATTACK ..., all by default',
}

await runCheck(command, async ({ attempts, networks, bugs }, names) => {
  const clock = startStopwatch()
  const chosen = names.length > 0 ? names.map(findRow) : rows
  const runs = bugs ? chosen.reduce((sum, { defences }) => sum + defences.length, 0) : chosen.length
  const world = await openWorld(runs * USERS_PER_ATTACK, bugs ? FEW : { attempts, networks })
  clock.print('the system is running')
  const checks: Check[] = []
  const table = [['attack', 'promise', bugs ? 'defences that were missed' : 'failures']]
  for (const row of chosen) {
    const found = bugs ? await checkDefences(world, row) : [await checkRow(world, row)]
    checks.push(...found)
    const failures = found.reduce((sum, one) => sum + one.failures.length, 0)
    table.push([row.name, row.promise, String(failures)])
    clock.print(`${row.name}: ${failures} failures`)
    for (const one of found) for (const failure of one.failures) clock.print(`  ${failure}`)
  }
  print(textTable(table))
  print('')
  return printChecks(checks)
})

/** What did not hold. An attack that breaks off has not shown what it should. */
async function attack(world: World, row: Row): Promise<string[]> {
  const failures = newFailures()
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
  for (const defence of row.defences) {
    await world.without(defence)
    const found = await attack(world, row)
    const isNoticed = found.some((failure) => failure.includes(defence.sign))
    const failures = isNoticed
      ? []
      : [`no failure says "${defence.sign}", but: ${found.join('; ') || 'none'}`]
    checks.push({ sentence: `${row.name}, without "${defence.name}": noticed`, failures })
  }
  await world.without()
  return checks
}
