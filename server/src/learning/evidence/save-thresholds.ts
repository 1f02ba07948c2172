import { type Thresholds, type ThresholdsBody, thresholdsByDefault } from '@atelier/contract'
import type { Tx } from '#platform/db'

/** Saves the changed thresholds and marks all conclusions as out of date. */
export async function saveThresholds(tx: Tx, memoryId: number, changed: ThresholdsBody): Promise<Thresholds> {
  const row = await tx.row<{ thresholds: Partial<Thresholds> }>(
    // Null takes a target away.
    `update memories set thresholds = jsonb_strip_nulls(thresholds || $2::jsonb) where id = $1
     returning thresholds`,
    [memoryId, JSON.stringify(changed)],
  )
  await tx.row(`update product_conclusions set revision = revision + 1 where memory_id = $1`, [memoryId])
  return { ...thresholdsByDefault, ...row?.thresholds }
}

/** Imports thresholds that the owner has not set here. Returns how many records contained a new one. */
export async function importThresholds(tx: Tx, memoryId: number, records: ThresholdsBody[]): Promise<number> {
  let count = 0
  for (const record of records) {
    const row = await tx.row<{ thresholds: ThresholdsBody }>(
      `select thresholds from memories where id = $1`,
      [memoryId],
    )
    const fresh = Object.entries(record).filter(
      ([name, value]) => value !== null && !(name in (row?.thresholds ?? {})),
    )
    if (fresh.length === 0) continue
    await saveThresholds(tx, memoryId, Object.fromEntries(fresh))
    count++
  }
  return count
}
