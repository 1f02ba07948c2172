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
import { runsOf } from './split-records.ts'

type Importing = {
  tx: Tx
  owner: Owner
  memory: Memory
  changes: ImportChanges
  duplicateRule: DuplicateRule
}

/**
 * Imports records into a locked memory. Known records are skipped. Everything that is derived
 * from records (which rows count, and the sums) is recomputed here, so it is right at every commit. Returns
 * how many records are new.
 */
export async function importRecords(
  tx: Tx,
  owner: Owner,
  memory: Memory,
  { records, duplicateRule }: { records: MemoryRecord[]; duplicateRule: DuplicateRule },
): Promise<number> {
  const changes = newImportChanges()
  let imported = 0
  for (const run of runsOf(records))
    imported += await importRun({ tx, owner, memory, changes, duplicateRule }, run)
  await finishImport(tx, owner, memory, changes)
  return imported
}

/** Imports consecutive records of one kind. Returns how many are new. */
async function importRun(
  { tx, owner, memory, changes, duplicateRule }: Importing,
  run: MemoryRecord[],
): Promise<number> {
  const kind = run[0]?.kind
  const of = <Kind extends MemoryRecord['kind']>(_: Kind) =>
    run.map(({ record }) => record) as Extract<MemoryRecord, { kind: Kind }>['record'][]
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
