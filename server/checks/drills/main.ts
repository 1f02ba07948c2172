// Rehearses what an operator must survive, under load, and prints for each drill how long it was felt and
// which page says what to do: engine, worker and api killed and ended, a release whose workflow has other
// steps, the database failed over to its standby, and its disk lost and restored to a random second.
// Run: pnpm drill [--upgrade COMMIT] [--small]. Takes about 13 minutes; --small 3 minutes.
import { flag, number, text } from '../../harness/arguments/index.ts'
import { type Check, print, printChecks, runCheck, textTable } from '../../harness/report/index.ts'
import type { Outage } from './outage.ts'
import { runRestore } from './restore/run-restore.ts'
import { runDatabaseFailover } from './run-failover.ts'
import { type Drill, runProcesses } from './run-processes.ts'

const SMALL = ['engine wiped', 'worker killed', 'api ended by SIGTERM']

const command = {
  name: 'pnpm drill',
  options: {
    rate: number(5, 'jobs a second', { least: 1, most: 50 }),
    reads: number(300, 'further requests a second', { small: 50, least: 1, most: 2_000 }),
    upgrade: text(undefined, 'the commit with whose code the present code is mixed'),
    seconds: number(60, 'how long the storm lasts before the restore', { small: 16, least: 4, most: 3_600 }),
    seed: number(Date.now() % 1_000_000, 'which moment is restored', { least: 0 }),
    releases: flag('only the drills of releases'),
    processes: flag('only the drills of engine, worker and api, with those of releases'),
    failover: flag('only the failover of the database'),
    restore: flag('only the restore of the database'),
    small: flag('some of the processes, and a short storm, for CI'),
  },
}

await runCheck(
  command,
  async ({ rate, reads, upgrade, seconds, seed, releases, processes, failover, restore, small }) => {
    const isWhole = !releases && !processes && !failover && !restore
    const checks: Check[] = []
    const outages: Outage[] = []
    if (isWhole || releases || processes) {
      const isChosen = ({ name, hasSlow }: Drill) =>
        small ? SMALL.includes(name) : !releases || hasSlow === true
      const plan = { rate, readRate: reads, isChosen, upgradeFrom: upgrade }
      const done = await runProcesses(plan)
      checks.push(...done.checks)
      outages.push(...done.outages)
    }
    if (isWhole || failover) {
      const done = await runDatabaseFailover()
      checks.push(...done.checks)
      outages.push(done.outage)
    }
    if (isWhole || restore) {
      print(`the restore of seed ${seed}`)
      const done = await runRestore({ seconds, rate, marks: small ? 2 : 4, seed })
      checks.push(...done.checks)
      outages.push(done.outage)
    }
    const results = printChecks(checks)
    print(
      textTable([
        ['drill', 'felt for s', 'what to do'],
        ...outages.map(({ drill, seconds: felt, page }) => [drill, felt.toFixed(1), page]),
      ]),
    )
    return results
  },
)
