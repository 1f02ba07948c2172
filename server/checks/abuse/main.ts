// Proves that an abuser does not harm the others: while one abuses the service, honest users read files and
// media, upload, submit and give addresses. Their p99 may be at most three times what it is without abuse, in
// the same run; none of their requests may fail, and no answer may be 500.
// Run: pnpm probe:abuse [--small] [ABUSE ...]. Takes about 10 minutes; with --small 3.
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { flag, number, text } from '../../harness/arguments/index.ts'
import {
  type Check,
  print,
  printChecks,
  printProgress,
  runCheck,
  textTable,
} from '../../harness/report/index.ts'
import { readStolenMs } from '../../harness/usage/index.ts'
import { findDefence } from './defences.ts'
import { openWorld, type World } from './open-world.ts'
import { type Experience, kinds, newExperience, p99, runHonestClients } from './run-honest-clients.ts'
import type { AbuseResult, Scenario } from './scenario.ts'
import { findScenario, scenarios } from './scenarios.ts'

const TIMES = 3

const command = {
  name: 'pnpm probe:abuse',
  options: {
    slow: number(2_000, 'slow clients of each kind', { most: 10_000, small: 400 }),
    open: number(10, 'seconds in which all of them are opened', { least: 1, most: 600, small: 4 }),
    lines: number(60_000, 'lines of an import', { small: 10_000 }),
    entries: number(150_000, 'transactions of the ledger that is verified', { small: 20_000 }),
    abuse: number(40, 'seconds of each abuse', { least: 1, small: 7 }),
    quiet: number(15, 'seconds without abuse before and after each', { least: 1, small: 3 }),
    // In a small run p99 is the slowest of a few dozen requests: one pause of a shared machine.
    fast: number(100, 'milliseconds below which a factor says nothing', { small: 2_000 }),
    without: text(undefined, 'takes a defence out: the run passes only if its abuse is noticed'),
    small: flag('smaller abuses, for CI'),
  },
  positionals: 'ABUSE ..., all by default',
  notes: `The slow clients come from 40 addresses of 127.0.0.0/16. \`ulimit -n\` must be above their number.`,
}

/** `stolen`: the share of the machine's time that others on the same hardware took meanwhile. */
type Outcome = AbuseResult & { name: string; during: Experience; stolen: number }
type Timing = { quietMs: number; abuseMs: number }

await runCheck(command, async ({ slow, open, lines, entries, abuse, quiet, fast, without }, names) => {
  const defence = without === undefined ? undefined : findDefence(without)
  const wanted = defence ? [defence.abuse] : names.length > 0 ? names : scenarios.map((one) => one.name)
  const chosen = wanted.map(findScenario)
  const sizes = { slow, openSeconds: open, importLines: lines, ledgerEntries: entries }
  const world = await openWorld(sizes, defence?.mutations ?? [])
  print(`the load of the machine is ${loadavg()[0]?.toFixed(2)}`)
  const quietly = newExperience()
  const timing = { quietMs: quiet * 1_000, abuseMs: abuse * 1_000 }
  const outcomes: Outcome[] = []
  const [api] = world.system.apis
  const pid = api?.pid
  await runFor(world, newExperience(), timing.quietMs)
  for (const scenario of chosen) outcomes.push(await runScenario(world, scenario, quietly, timing))
  await runFor(world, quietly, timing.quietMs)
  const checks = judge(quietly, outcomes, fast)
  checks.push({
    sentence: 'the api is still the same process',
    failures: api?.pid === pid ? [] : ['it is not'],
  })
  if (!defence) return printChecks(checks)
  printChecks(checks)
  const isSign = ({ sentence, failures }: Check) =>
    failures.length > 0 && defence.signs.some((sign) => sentence.startsWith(sign))
  const sentence = `without ${defence.name}, the abuse is noticed`
  return printChecks([{ sentence, failures: checks.some(isSign) ? [] : ['no check that it should fail'] }])
})

function runFor(world: World, experience: Experience, ms: number): Promise<void> {
  return runHonestClients(world, experience, AbortSignal.timeout(ms))
}

async function runScenario(
  world: World,
  { name, prepare }: Scenario,
  quietly: Experience,
  { quietMs, abuseMs }: Timing,
): Promise<Outcome> {
  const begin = await prepare(world)
  await runFor(world, quietly, quietMs)
  const during = newExperience()
  const [stolenMs, startedAt] = [readStolenMs(), performance.now()]
  const abuse = await begin()
  await runFor(world, during, abuseMs)
  const result = await abuse.stop()
  const stolen = (readStolenMs() - stolenMs) / (performance.now() - startedAt) / availableParallelism()
  printProgress(`${name}: ${result.summary}`)
  // What the abuse left behind, such as a connection that is being closed, does not count as quiet.
  await sleep(quietMs / 3)
  return { name, during, stolen, ...result }
}

function judge(quietly: Experience, outcomes: Outcome[], fastMs: number): Check[] {
  const quiet = Object.fromEntries(kinds.map((kind) => [kind, p99(quietly.takenMs[kind])]))
  const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0))
  const rows = outcomes.map(({ name, during, failures, stolen }) => [
    name,
    ...kinds.map((kind) => ms(p99(during.takenMs[kind]))),
    String(during.failures.length + failures.length),
    `${Math.round(100 * stolen)}%`,
  ])
  print(`p99 of honest requests in ms, of ${quietly.takenMs.files.length} quiet requests for files and so on`)
  print(
    textTable([
      ['', ...kinds, 'failures', 'stolen'],
      [
        'without abuse',
        ...kinds.map((kind) => ms(quiet[kind] as number)),
        String(quietly.failures.length),
        '',
      ],
      ...rows,
    ]),
  )
  const isSlow = (value: number, bound: number) => !(value <= Math.max(TIMES * bound, fastMs))
  return [
    { sentence: 'no honest request failed without abuse', failures: quietly.failures },
    ...outcomes.flatMap(({ name, during, failures }) => [
      { sentence: `${name}: no honest request failed`, failures: during.failures },
      {
        sentence: `${name}: p99 at most ${TIMES} times the quiet one, or ${fastMs} ms`,
        failures: kinds
          .filter((kind) => isSlow(p99(during.takenMs[kind]), quiet[kind] as number))
          .map(
            (kind) => `${kind}: ${ms(p99(during.takenMs[kind]))} ms, quiet ${ms(quiet[kind] as number)} ms`,
          ),
      },
      { sentence: `${name}: no more than its share`, failures },
    ]),
  ]
}
