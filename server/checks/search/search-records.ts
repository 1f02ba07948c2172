import type { Owner } from '../../src/access/identity/index.ts'
import { findCandidates, putRecord } from '../../src/catalog/search/index.ts'
import { fuseRanks } from '../../src/learning/statistics/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { readRecords, type SetRecord } from './read-set.ts'

export const indexSet = (db: Db, owner: Owner): Promise<void> => indexRecords(db, owner, readRecords())

export async function indexRecords(db: Db, owner: Owner, records: SetRecord[]): Promise<void> {
  for (const { id: ref, kind, text } of records)
    await db.transaction((tx) => putRecord(tx, owner, { kind, ref, productId: null, text }))
}

/** The ids of the records found, the best first. All are equally old and certain, so only the text counts. */
export async function searchRecords(
  db: Db,
  owner: Owner,
  [query = '', ...also]: readonly string[],
): Promise<string[]> {
  const found = await findCandidates(db, owner, { query, also })
  const equal = { age: 0, isPinned: false, evidence: 'observed', trust: null } as const
  return fuseRanks(found.map((one) => ({ ...one, ...equal }))).map(({ ref }) => ref)
}
