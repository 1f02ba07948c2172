import type { Owner } from '#access/identity'
import { listReporters } from '#learning/evidence'
import { trustOf } from '#learning/statistics'
import type { Rows } from '#platform/db'

/** How far each source of claims can be trusted, by what of it could be compared. */
export async function readReporterTrust(db: Rows, owner: Owner): Promise<Map<string, number>> {
  const reporters = await listReporters(db, owner)
  return new Map(reporters.map((one) => [one.source_id, trustOf(one.confirmed, one.comparable)]))
}
