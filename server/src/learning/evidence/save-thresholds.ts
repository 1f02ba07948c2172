import { type Thresholds, type ThresholdsBody, thresholdsByDefault } from '@atelier/contract'
import type { Tx } from '#platform/db'

/** Keeps what the owner has changed, and has everything judged anew. */
export async function saveThresholds(tx: Tx, memoryId: number, changed: ThresholdsBody): Promise<Thresholds> {
  const row = await tx.row<{ thresholds: Partial<Thresholds> }>(
    `update memories set thresholds = thresholds || $2::jsonb where id = $1 returning thresholds`,
    [memoryId, JSON.stringify(changed)],
  )
  await tx.row(`update product_conclusions set revision = revision + 1 where memory_id = $1`, [memoryId])
  return { ...thresholdsByDefault, ...row?.thresholds }
}

/** Takes over what the owner has not decided here; gives how many of the records told something new. */
export async function importThresholds(tx: Tx, memoryId: number, records: ThresholdsBody[]): Promise<number> {
  let count = 0
  for (const record of records) {
    const row = await tx.row<{ thresholds: ThresholdsBody }>(
      `select thresholds from memories where id = $1`,
      [memoryId],
    )
    const fresh = Object.entries(record).filter(([name]) => !(name in (row?.thresholds ?? {})))
    if (fresh.length === 0) continue
    await saveThresholds(tx, memoryId, Object.fromEntries(fresh))
    count++
  }
  return count
}
