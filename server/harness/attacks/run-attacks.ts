import { type Check, print, printChecks, type Results, startStopwatch, textTable } from '../report/index.ts'
import type { Attack, Target } from './attack.ts'
import { newFailures } from './failures.ts'

type Plan<World> = {
  table: Attack<World>[]
  /** The attacks to run; all if empty. */
  names: string[]
  /** Takes out one defence after another, and expects each to be noticed. */
  bugs: boolean
  /** Starts the system, for this many attacks. */
  open(attacks: number): Promise<World>
}

/** Runs a security table: prints a line for each attack, returns a check for each, or for each defence. */
export async function runAttacks<World extends Target>(plan: Plan<World>): Promise<Results> {
  const { table, names, bugs, open } = plan
  const clock = startStopwatch()
  const chosen = names.length > 0 ? names.map((name) => findAttack(table, name)) : table
  const world = await open(bugs ? chosen.flatMap(({ defences }) => defences).length : chosen.length)
  clock.print('the system is running')
  const checks: Check[] = []
  const lines = [['attack', 'promise', bugs ? 'defences that were missed' : 'failures']]
  for (const row of chosen) {
    const found = bugs ? await checkDefences(world, row) : [await checkAttack(world, row)]
    checks.push(...found)
    const failures = found.flatMap((one) => one.failures)
    lines.push([row.name, row.promise, String(failures.length)])
    clock.print(`${row.name}: ${failures.length} failures`)
    for (const failure of failures) clock.print(`  ${failure}`)
  }
  print(textTable(lines))
  print('')
  return printChecks(checks)
}

function findAttack<World>(table: Attack<World>[], name: string): Attack<World> {
  const found = table.find((one) => one.name === name)
  if (!found)
    throw new Error(`there is no attack '${name}'; there are ${table.map((one) => one.name).join(', ')}`)
  return found
}

/** What did not hold. An attack that breaks off has not shown what it should. */
async function attack<World extends Target>(world: World, row: Attack<World>): Promise<string[]> {
  const failures = newFailures()
  world.beginAttack?.()
  await row.attack(world, failures).catch((error: Error) => {
    failures.list.push(`it broke off: ${error.message.slice(0, 400)}`)
  })
  return failures.list
}

async function checkAttack<World extends Target>(world: World, row: Attack<World>): Promise<Check> {
  return { sentence: `${row.name}: ${row.promise}`, failures: await attack(world, row) }
}

async function checkDefences<World extends Target>(world: World, row: Attack<World>): Promise<Check[]> {
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
