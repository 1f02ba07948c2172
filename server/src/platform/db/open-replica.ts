import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseFailure } from './failures.ts'
import type { ConnectionSettings } from './open-connections.ts'
import { type Db, openDb, type Rows } from './open-db.ts'

/** A standby that is read from. It is never asked for a decision: see decisions/0023. */
export type Replica = {
  db: Db
  /** Whether it has everything that was committed before the call. Waits a moment for it. */
  hasCaughtUp(primary: Rows): Promise<boolean>
  close(): Promise<void>
}

const CATCH_UP_MS = 200
const LOOK_EVERY_MS = 20
/** After a failure nobody waits for it again for this long. */
const AVOID_MS = 10_000

export function openReplica(settings: ConnectionSettings): Replica {
  const db = openDb(settings)
  let avoidedUntil = 0
  return {
    db,
    async hasCaughtUp(primary) {
      if (performance.now() < avoidedUntil) return false
      // What a caller was told is flushed: a commit is confirmed after that.
      const flushed = await primary.row<{ lsn: string }>(`select pg_current_wal_flush_lsn()::text as lsn`)
      try {
        return await reaches(db, flushed?.lsn)
      } catch (error) {
        if (!isDatabaseFailure(error)) throw error
        avoidedUntil = performance.now() + AVOID_MS
        return false
      }
    },
    close: db.close,
  }
}

/** False also for one that was promoted: it replays nothing any more. */
async function reaches(replica: Rows, lsn: string | undefined): Promise<boolean> {
  const sql = `select coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn, false)
    as is_there`
  for (const until = performance.now() + CATCH_UP_MS; ; await sleep(LOOK_EVERY_MS)) {
    const row = await replica.row<{ is_there: boolean }>(sql, [lsn])
    if (row?.is_there || performance.now() > until) return row?.is_there === true
  }
}
