// Proves that no confirmed write is lost when the database's primary dies: it is killed under load while its
// synchronous standby is cut off, the standby is promoted, and everything that was confirmed is looked up.
// Also: the standby is away and commits wait; the database is read only, then its disk is full, and submits
// are refused before they are charged.
// Run: pnpm probe:failover [--rounds 5] [--writes 30000]. Takes about 2 minutes; --small about 40 s.
import { join } from 'node:path'
import { flag, number } from '../../harness/arguments/index.ts'
import { checkLedger, ledgerCounts, readDatabaseRows } from '../../harness/audit/index.ts'
import { fastSettings, openSystem } from '../../harness/driver/index.ts'
import { findFreePort, waitUntil } from '../../harness/processes/index.ts'
import {
  type Check,
  createFindings,
  print,
  printChecks,
  printProgress,
  runCheck,
  textTable,
} from '../../harness/report/index.ts'
import { countStatuses, findLost, findUnconfirmed } from './find-lost.ts'
import { clusterSettings, openCluster } from './open-cluster.ts'
import {
  DISK_FULL,
  type PhaseResult,
  runDiskFull,
  runFailover,
  runReadOnly,
  runStandbyAway,
  STANDBY_AWAY,
  type Stage,
} from './run-phases.ts'
import { startWriters } from './run-writers.ts'
import { mountSmallDisk } from './small-disk.ts'
import { watchHealth } from './watch-health.ts'

const USERS = 15
const WRITES_BACK_MS = 5_000
const RECOVERED_MS = 30_000
const FINAL_WITHIN_MS = 180_000

const command = {
  name: 'pnpm probe:failover',
  options: {
    rounds: number(5, 'how often the primary is killed', { small: 1, least: 1, most: 100 }),
    writes: number(30_000, 'confirmed writes in all rounds together, at least', { small: 500, least: 1 }),
    asynchronous: flag('with an asynchronous standby: the check must find what it loses'),
    small: flag('one round and the read-only phase, for CI'),
  },
  notes: `The disk-full phase puts the data folder of the last primary on a small disk in memory. That needs
the right to mount; without it the phase is left out, and the report says so.`,
}

await runCheck(command, async ({ rounds, writes, asynchronous, small }) => {
  const standbyPort = await findFreePort()
  const opened = await openSystem('failover', {
    users: USERS,
    env: { ...fastSettings, LOG_LEVEL: 'error', TICK_SECONDS: '5', SUBMIT_WAIT_SECONDS: '2' },
    postgres: { durable: false, settings: clusterSettings },
    standbyHosts: [`127.0.0.1:${standbyPort}`],
  })
  const { baseUrl, postgres } = opened.system
  const cluster = openCluster(postgres, { dir: opened.dir, standbyPort, isSynchronous: !asynchronous })
  const disk = small ? undefined : mountSmallDisk(join(opened.dir, 'disk'))
  const writers = startWriters(baseUrl, opened.users)
  const health = watchHealth(baseUrl)
  const stage: Stage = { cluster, tally: writers.tally, health }

  const results: PhaseResult[] = []
  for (let round = 1; round <= rounds; round++) {
    const place = round === rounds && disk ? { dir: disk.dir, walDir: join(opened.dir, 'wal') } : undefined
    await cluster.attachStandby(place)
    if (round === 1 && !asynchronous) results.push(await runStandbyAway(stage))
    const wanted = Math.ceil((writes * round) / rounds)
    await waitUntil(`${wanted} confirmed writes`, async () => stage.tally.acks.length >= wanted, {
      withinMs: 600_000,
    })
    results.push(await runFailover(stage, `failover ${round}`))
    printProgress(`failover ${round}: ${stage.tally.acks.length} confirmed so far`)
  }
  results.push(await runReadOnly(stage))
  if (disk) results.push(await runDiskFull(stage, disk))
  await writers.stop()
  const checks = [...judgePhases(results), ...(await judgeEnd(stage))]
  await health.stop()
  printTable(results, stage)
  if (!disk) print(small ? 'disk full: not in the small form' : 'disk full: not run, mounting is not allowed')
  return printChecks(checks)
})

function judgePhases(results: PhaseResult[]): Check[] {
  const rounds = results.filter(({ sincePromoteMs }) => sincePromoteMs !== undefined)
  const others = results.filter(({ sincePromoteMs }) => sincePromoteMs === undefined)
  const slow = (phases: PhaseResult[], limitMs: number) =>
    phases.filter(({ writesBackMs }) => writesBackMs > limitMs).map(describeBack)
  return [
    {
      sentence: 'everything confirmed is there with its text and its charge, and nothing that was refused',
      failures: results.flatMap(({ name, lost }) => lost.map((one) => `${name}: ${one}`)),
    },
    {
      sentence: `writes are back within ${WRITES_BACK_MS / 1000} s of each promotion`,
      failures: slow(rounds, WRITES_BACK_MS),
    },
    {
      sentence: `writes are back by themselves within ${RECOVERED_MS / 1000} s when the database allows them`,
      failures: slow(others, RECOVERED_MS),
    },
    {
      sentence: 'submits were refused while the database was read only or full',
      failures: others
        .filter(({ name, refused }) => name !== STANDBY_AWAY && refused === 0)
        .map(({ name }) => name),
    },
    {
      sentence: 'a database that is down, read only or without its standby confirmed nothing',
      failures: results
        .filter(({ name, impossible }) => name !== DISK_FULL && impossible > 0)
        .map(({ name, impossible }) => `${name}: ${impossible} writes`),
    },
    {
      sentence: 'the api never called itself healthy while writes were impossible',
      failures: results
        .filter(({ wronglyHealthy }) => wronglyHealthy > 0)
        .map(({ name, wronglyHealthy }) => `${name}: ${wronglyHealthy} times`),
    },
  ]
}

function describeBack({ name, writesBackMs }: PhaseResult): string {
  return `${name}: ${Math.round(writesBackMs)} ms`
}

/** After the last phase: every job ends as its provider ended it, and the ledger adds up. */
async function judgeEnd({ cluster, tally }: Stage): Promise<Check[]> {
  const url = cluster.url()
  const isFinal = async () => {
    const { queued = 0, processing = 0 } = await countStatuses(url)
    return queued + processing === 0
  }
  await waitUntil('every job is final', isFinal, { withinMs: FINAL_WITHIN_MS, everyMs: 500 })
  const { completed = 0, ...others } = await countStatuses(url)
  print(`jobs: ${completed} completed, others ${JSON.stringify(others)}`)
  const findings = createFindings(ledgerCounts)
  checkLedger(await readDatabaseRows(url), findings)
  return [
    { sentence: 'nothing is lost at the end either', failures: await findLost(url, tally) },
    { sentence: 'no job was charged without a confirmation', failures: await findUnconfirmed(url, tally) },
    {
      sentence: 'every job was completed, none failed or stalled needlessly',
      failures: Object.entries(others).map(([status, n]) => `${n} ${status}`),
    },
    {
      sentence: 'every answer is 201 or 503',
      failures: tally.wrong,
    },
    { sentence: 'every ledger adds up', failures: findings.sentences(5) },
  ]
}

function printTable(results: PhaseResult[], { tally }: Stage): void {
  const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(0))
  const head = [
    'phase',
    'confirmed so far',
    'submits',
    'refused submits',
    'other 503',
    'unknown',
    'lost',
    'writes back ms',
  ]
  print(
    textTable([
      [...head, 'since promote ms', 'healthy ms', 'wrongly healthy'],
      ...results.map((one) => [
        one.name,
        String(one.confirmed),
        String(one.submits),
        String(one.refused),
        String(one.unavailable),
        String(one.unknown),
        String(one.lost.length),
        ms(one.writesBackMs),
        ms(one.sincePromoteMs),
        ms(one.healthyMs),
        String(one.wronglyHealthy),
      ]),
    ]),
  )
  const submits = tally.acks.filter(({ kind }) => kind === 'media').length
  print(`${tally.acks.length} confirmed writes, ${submits} of them submits`)
}
