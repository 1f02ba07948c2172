import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { queryDatabase, runStatements } from '../../harness/driver/index.ts'
import { type Postgres, releasePostgresLock, startStandby, waitUntil } from '../../harness/processes/index.ts'

/** When each part of a failover happened, by `performance.now()`. */
export type Failover = { cutAt: number; killedAt: number; promotedAt: number; acceptsAt: number }

export type Cluster = {
  /** The URL of the database on the primary of now. */
  url(): string
  /** Copies the primary and waits until the copy confirms every commit before the primary does. */
  attachStandby(place?: { dir: string; walDir: string }): Promise<void>
  /** Stops the primary from sending its log, without ending the connection. Returns how to go on. */
  cutStandby(): Promise<() => void>
  /** Cuts the standby off, kills the primary and promotes the standby. */
  failOver(): Promise<Failover>
}

type Slot = { dir: string; port: number }

export const clusterSettings = { wal_keep_size: '1GB', checkpoint_timeout: '30s' }

/** As long as the standby hears nothing, no commit may be confirmed. */
const CUT_MS = 1_000
/** What notices the death of a primary needs some time. */
const NOTICED_AFTER_MS = 3_000
const ATTACHED_WITHIN_MS = 60_000

type ClusterOptions = { dir: string; standbyPort: number; isSynchronous: boolean }

/** A primary and a standby that change places, on two ports. */
export function openCluster(first: Postgres, options: ClusterOptions): Cluster {
  const { dir, standbyPort, isSynchronous } = options
  let primary = first
  let standby: Postgres | undefined
  let here: Slot = { dir: join(dir, 'postgres'), port: first.port }
  let there: Slot = { dir: join(dir, 'standby'), port: standbyPort }
  // The first one is stopped with its system.
  closeOnExit(async () => {
    for (const one of [standby, primary]) if (one !== first) await one?.stop()
  })
  const url = () => primary.url('atelier')
  return {
    url,
    async attachStandby(place) {
      const options = { ...there, ...place, settings: clusterSettings, durable: false }
      standby = await startStandby(primary, options)
      const names = isSynchronous ? '*' : ''
      await runStatements(url(), [
        `alter system set synchronous_standby_names = '${names}'`,
        'select pg_reload_conf()',
      ])
      const state = isSynchronous ? 'sync' : 'async'
      const isAttached = () =>
        queryDatabase(url(), async (query) => {
          const rows = await query(`select from pg_stat_replication where sync_state = '${state}'`)
          return rows.length === 1
        })
      await waitUntil(`the standby is ${state}`, isAttached, { withinMs: ATTACHED_WITHIN_MS })
    },
    cutStandby: () => stopSending(primary),
    async failOver() {
      if (!standby) throw new Error('there is no standby')
      await stopSending(primary)
      const cutAt = performance.now()
      await sleep(CUT_MS)
      const sender = await loadSenderPid(primary.dataDir)
      await primary.kill9()
      process.kill(sender, 'SIGKILL')
      await releasePostgresLock(primary.dataDir)
      const killedAt = performance.now()
      await sleep(NOTICED_AFTER_MS)
      const promotedAt = performance.now()
      await runStatements(standby.url(), ['select pg_promote(true, 60)'])
      const acceptsAt = performance.now()
      primary = standby
      standby = undefined
      ;[here, there] = [there, here]
      return { cutAt, killedAt, promotedAt, acceptsAt }
    },
  }
}

async function stopSending({ dataDir }: Postgres): Promise<() => void> {
  const sender = await loadSenderPid(dataDir)
  process.kill(sender, 'SIGSTOP')
  return () => process.kill(sender, 'SIGCONT')
}

/** The process of a primary that sends the log. All processes of a server work in its data folder. */
async function loadSenderPid(dataDir: string): Promise<number> {
  const folder = await realpath(dataDir)
  for (const name of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
    const title = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (!title.includes('walsender')) continue
    if ((await readlink(`/proc/${name}/cwd`).catch(() => '')) === folder) return Number(name)
  }
  throw new Error(`no process sends the log of ${folder}`)
}
