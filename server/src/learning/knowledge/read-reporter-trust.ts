import type { Owner } from '#access/identity'
import { listReporters } from '#learning/evidence'
import { trustOf } from '#learning/statistics'
import type { Rows } from '#platform/db'

/** The trust in each source of claims, by source id. */
export async function readReporterTrust(db: Rows, owner: Owner): Promise<Map<string, number>> {
  const reporters = await listReporters(db, owner)
  return new Map(reporters.map((one) => [one.source_id, trustOf(one.confirmed, one.comparable)]))
}
