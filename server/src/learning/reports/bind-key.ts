import { createHash } from 'node:crypto'
import type { ReportAnswer } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findMemory } from '#learning/evidence'
import type { Rows, Tx } from '#platform/db'

/** The report that was stored under a key: the hash of its body, and its answer. */
export type BoundReport = { body_hash: Buffer; answer: ReportAnswer }

const LIFETIME = `interval '30 days'`
/** More than one report adds, so that expired keys never pile up. */
const DELETED_AT_ONCE = 5

/** The report that was stored under this key, unless the key has expired. */
export async function findBound(db: Rows, owner: Owner, key: string): Promise<BoundReport | undefined> {
  const memory = await findMemory(db, owner)
  if (!memory) return undefined
  return db.row<BoundReport>(
    `select body_hash, answer from report_keys
     where memory_id = $1 and key = $2 and created_at > clock_timestamp() - ${LIFETIME}`,
    [memory.id, key],
  )
}

/** False while another request stores a report under the same key. Does not wait. */
export async function isFree(tx: Tx, owner: Owner, key: string): Promise<boolean> {
  const name = createHash('sha256')
    .update(JSON.stringify([owner.userId, owner.mode, key]))
    .digest()
  const row = await tx.row<{ free: boolean }>(`select pg_try_advisory_xact_lock($1) as free`, [
    name.readBigInt64BE(),
  ])
  return row?.free === true
}

/** Binds a free or expired key. False when it is bound already; then nothing was written. */
export async function bindKey(tx: Tx, memoryId: number, key: string, bodyHash: Buffer): Promise<boolean> {
  const row = await tx.row(
    `insert into report_keys (memory_id, key, body_hash) values ($1, $2, $3)
     on conflict (memory_id, key) do update
       set body_hash = excluded.body_hash, answer = null, created_at = excluded.created_at
       where report_keys.created_at <= clock_timestamp() - ${LIFETIME}
     returning key`,
    [memoryId, key, bodyHash],
  )
  return row !== undefined
}

/** Saves the answer for replays, and deletes a few expired keys. */
export async function saveAnswer(tx: Tx, memoryId: number, key: string, answer: ReportAnswer): Promise<void> {
  await tx.row(
    `with expired as (
       select key from report_keys
       where memory_id = $1 and key <> $2 and created_at <= clock_timestamp() - ${LIFETIME}
       order by created_at limit ${DELETED_AT_ONCE}
     ), deleted as (
       delete from report_keys using expired where memory_id = $1 and report_keys.key = expired.key
     )
     update report_keys set answer = $3 where memory_id = $1 and key = $2`,
    [memoryId, key, JSON.stringify(answer)],
  )
}
