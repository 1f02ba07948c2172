import type { MemoryRecord } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { importThresholds, type Memory } from '#learning/evidence'
import {
  type DuplicateRule,
  finishImport,
  type ImportChanges,
  importAds,
  importClaims,
  importRows,
  newImportChanges,
} from '#learning/ingestion'
import { importNote } from '#learning/notes'
import type { Tx } from '#platform/db'

/** Records per statement; between two statements other requests get their turn. */
const BATCH = 1_000

export type ImportCount = { imported: number; skipped: number }

type Records = AsyncIterable<MemoryRecord> | Iterable<MemoryRecord>
type Importing = {
  tx: Tx
  owner: Owner
  memory: Memory
  changes: ImportChanges
  duplicateRule: DuplicateRule
}

/**
 * Imports records into a locked memory, in any order. Known records are skipped. Everything that is derived
 * from records (which rows count, and the sums) is recomputed here.
 */
export async function importRecords(
  tx: Tx,
  owner: Owner,
  memory: Memory,
  { records, duplicateRule }: { records: Records; duplicateRule: DuplicateRule },
): Promise<ImportCount> {
  const changes = newImportChanges()
  const count = { imported: 0, skipped: 0 }
  for await (const batch of batchesOf(records)) {
    const imported = await importBatch({ tx, owner, memory, changes, duplicateRule }, batch)
    count.imported += imported
    count.skipped += batch.length - imported
  }
  await finishImport(tx, owner, memory, changes)
  return count
}

/** Consecutive records of one kind. */
async function* batchesOf(records: Records): AsyncGenerator<MemoryRecord[]> {
  let batch: MemoryRecord[] = []
  for await (const record of records) {
    if (batch.length === BATCH || (batch[0] && batch[0].kind !== record.kind)) {
      yield batch
      batch = []
    }
    batch.push(record)
  }
  if (batch.length > 0) yield batch
}

/** Returns how many records are new. */
async function importBatch(
  { tx, owner, memory, changes, duplicateRule }: Importing,
  batch: MemoryRecord[],
): Promise<number> {
  const kind = batch[0]?.kind
  const of = <Kind extends MemoryRecord['kind']>(_: Kind) =>
    batch.map(({ record }) => record) as Extract<MemoryRecord, { kind: Kind }>['record'][]
  switch (kind) {
    case undefined:
      return 0
    case 'thresholds':
      return importThresholds(tx, memory.id, of(kind))
    case 'ad':
      return importAds(tx, memory, changes, of(kind))
    case 'observation':
      return importRows(tx, memory, changes, { rows: of(kind), duplicateRule })
    case 'claim':
      return importClaims(tx, memory, changes, of(kind))
    case 'note': {
      let count = 0
      for (const note of of(kind)) if (await importNote(tx, owner, note)) count++
      return count
    }
    default:
      return kind satisfies never
  }
}
