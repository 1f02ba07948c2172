import { setTimeout as sleep } from 'node:timers/promises'
import { checkLedger, ledgerCounts, readDatabaseRows } from '../../harness/audit/index.ts'
import { fastSettings, openSystem, queryDatabase } from '../../harness/driver/index.ts'
import { findFreePort, waitUntil } from '../../harness/processes/index.ts'
import { type Check, createFindings, printProgress } from '../../harness/report/index.ts'
import {
  clusterSettings,
  findLost,
  openCluster,
  runFailover,
  startWriters,
  watchHealth,
} from '../failover/index.ts'
import type { Outage } from './outage.ts'

const USERS = 15
const BEFORE_MS = 5_000
const BACK_MS = 5_000
const FINAL_WITHIN_MS = 120_000
const NAME = 'Postgres failed over'

/** The primary of the database dies under load and its synchronous standby is promoted. */
export async function runDatabaseFailover(): Promise<{ checks: Check[]; outage: Outage }> {
  printProgress(`${NAME} ...`)
  const standbyPort = await findFreePort()
  const { system, users, dir, close } = await openSystem('drill-failover', {
    users: USERS,
    env: { ...fastSettings, TICK_SECONDS: '5', SUBMIT_WAIT_SECONDS: '2' },
    postgres: { durable: false, settings: clusterSettings },
    standbyHosts: [`127.0.0.1:${standbyPort}`],
  })
  const cluster = openCluster(system.postgres, { dir, standbyPort, isSynchronous: true })
  const { tally, stop } = startWriters(system.baseUrl, users)
  const health = watchHealth(system.baseUrl)
  await cluster.attachStandby()
  await sleep(BEFORE_MS)
  const done = await runFailover({ cluster, tally, health }, NAME)
  await sleep(BEFORE_MS)
  await stop()
  const url = cluster.url()
  const isFinal = () =>
    queryDatabase(url, async (query) => {
      const open = await query(`select from media where status in ('queued', 'processing')`)
      return open.length === 0
    })
  await waitUntil('every job is final', isFinal, { withinMs: FINAL_WITHIN_MS, everyMs: 500 })
  const lost = [...done.lost, ...(await findLost(url, tally))]
  const findings = createFindings(ledgerCounts)
  checkLedger(await readDatabaseRows(url), findings)
  await health.stop()
  await close()
  const seconds = (done.sincePromoteMs ?? Number.NaN) / 1_000
  return {
    outage: { drill: `${NAME}, since its promotion`, seconds, page: 'docs/operations.md#database' },
    checks: [
      {
        sentence: `${NAME}: ${tally.acks.length} confirmed writes, none is lost`,
        failures: tally.acks.length > 0 ? lost : ['nothing was confirmed'],
      },
      {
        sentence: `writes are back ${(done.writesBackMs / 1_000).toFixed(1)} s after the promotion`,
        failures: done.writesBackMs <= BACK_MS ? [] : [`more than ${BACK_MS / 1_000} s`],
      },
      {
        sentence: 'without a primary nothing was confirmed and the api was not called healthy',
        failures: [
          ...(done.impossible > 0 ? [`${done.impossible} writes`] : []),
          ...(done.wronglyHealthy > 0 ? [`${done.wronglyHealthy} times healthy`] : []),
        ],
      },
      { sentence: 'every answer was a success or a 503', failures: tally.wrong },
      { sentence: 'every ledger adds up after the failover', failures: findings.sentences(5) },
    ],
  }
}
