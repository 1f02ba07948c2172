import type { Rows } from '#platform/db'
import { workOnEach } from '#platform/parallel'
import type { Storage } from '#platform/storage'
import type { ErasingApp } from './erasure.ts'

const BATCH = 500
const CONCURRENCY = 16

/** Removes every object of an erasure, also one that was written again after the last time. */
export async function removeObjects({ db, storage }: ErasingApp, erasureId: string): Promise<void> {
  for (let after = ''; ; ) {
    const prefixes = await listPrefixes(db, erasureId, after)
    await workOnEach(prefixes, CONCURRENCY, (prefix) => removePrefix(storage, prefix))
    const last = prefixes.at(-1)
    if (last === undefined || prefixes.length < BATCH) return
    after = last
  }
}

export async function removePrefix(storage: Storage, prefix: string): Promise<void> {
  const { objects, after } = await storage.list(prefix)
  for (const { key } of objects) await storage.remove(key)
  // The first page is gone now, so the next one is the first.
  if (after !== undefined) await removePrefix(storage, prefix)
}

async function listPrefixes(db: Rows, erasureId: string, after = ''): Promise<string[]> {
  const rows = await db.rows<{ prefix: string }>(
    `select prefix from erasure_objects where erasure_id = $1 and prefix > $2 order by prefix limit ${BATCH}`,
    [erasureId, after],
  )
  return rows.map(({ prefix }) => prefix)
}

/** What the log lists: the first objects, which are all of them except for an account. */
export const listFirstObjects = (db: Rows, erasureId: string): Promise<string[]> =>
  listPrefixes(db, erasureId)

/** The photos that an erasure made unreadable. */
export async function listErasedPhotos(db: Rows, erasureId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select substring(prefix from '^uploads/(pho_[0-9A-Za-z]{22})-') as id from erasure_objects
     where erasure_id = $1 and prefix like 'uploads/pho%'`,
    [erasureId],
  )
  return rows.map(({ id }) => id)
}
