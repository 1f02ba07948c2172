import { createHash } from 'node:crypto'
import type { ReportAnswer } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findMemory } from '#learning/evidence'
import type { Rows, Tx } from '#platform/db'

/** What a key was used for. */
export type Bound = { body_hash: Buffer; answer: ReportAnswer }

const LIVES = `interval '30 days'`
/** More than are made at a time, so that old ones never pile up. */
const SWEPT_AT_ONCE = 5

/** The report that was taken under this key, unless that is too long ago. */
export async function findBound(db: Rows, owner: Owner, key: string): Promise<Bound | undefined> {
  const memory = await findMemory(db, owner)
  if (!memory) return undefined
  return db.row<Bound>(
    `select body_hash, answer from report_keys
     where memory_id = $1 and key = $2 and created_at > clock_timestamp() - ${LIVES}`,
    [memory.id, key],
  )
}

/** False while somebody else is taking a report under the same key: nobody waits for it. */
export async function isFree(tx: Tx, owner: Owner, key: string): Promise<boolean> {
  const name = createHash('sha256')
    .update(JSON.stringify([owner.userId, owner.mode, key]))
    .digest()
  const row = await tx.row<{ free: boolean }>(`select pg_try_advisory_xact_lock($1) as free`, [
    name.readBigInt64BE(),
  ])
  return row?.free === true
}

/** Takes the key, or one that has outlived its time. False when it is taken: then nothing was written. */
export async function bindKey(tx: Tx, memoryId: number, key: string, bodyHash: Buffer): Promise<boolean> {
  const row = await tx.row(
    `insert into report_keys (memory_id, key, body_hash) values ($1, $2, $3)
     on conflict (memory_id, key) do update
       set body_hash = excluded.body_hash, answer = null, created_at = excluded.created_at
       where report_keys.created_at <= clock_timestamp() - ${LIVES}
     returning key`,
    [memoryId, key, bodyHash],
  )
  return row !== undefined
}

/** The answer that every replay will get; a few keys that nobody can replay any more go with it. */
export async function saveAnswer(tx: Tx, memoryId: number, key: string, answer: ReportAnswer): Promise<void> {
  await tx.row(
    `with old as (
       select key from report_keys
       where memory_id = $1 and key <> $2 and created_at <= clock_timestamp() - ${LIVES}
       order by created_at limit ${SWEPT_AT_ONCE}
     ), swept as (
       delete from report_keys using old where memory_id = $1 and report_keys.key = old.key
     )
     update report_keys set answer = $3 where memory_id = $1 and key = $2`,
    [memoryId, key, JSON.stringify(answer)],
  )
}
