import { cleanText, type ImportAnswer } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { lockMemory } from '#learning/evidence'
import type { Db } from '#platform/db'
import { type ImportCount, importRecords } from './import-records.ts'
import { readPlatformCsv } from './read-platform-csv.ts'
import { readRecords } from './read-records.ts'

/** The lines of an export, or a CSV export of the advertising platform. */
export type ImportFile = { type: string; text: string }

const COLUMNS_NAMED = 10
const COLUMN_CHARACTERS = 60

/**
 * Imports all lines or none, in one transaction. Known records are skipped, so repeating an import changes
 * nothing.
 */
export async function importKnowledge(
  db: Db,
  owner: Owner,
  { type, text }: ImportFile,
): Promise<ImportAnswer> {
  const csv = type === 'text/csv' ? await readPlatformCsv(text) : undefined
  const count = await db.transaction(async (tx) => {
    const memory = await lockMemory(tx, owner)
    return csv
      ? importRecords(tx, owner, memory, { records: csv.records(memory.now), duplicateRule: 'content' })
      : importRecords(tx, owner, memory, { records: readRecords(text), duplicateRule: 'report row' })
  })
  return { ...count, message: messageOf(count, csv?.ignored ?? []) }
}

function messageOf({ imported, skipped }: ImportCount, ignored: string[]): string {
  const result = `${imported} lines imported, ${skipped} skipped because they are known.`
  if (ignored.length === 0) return result
  const named = ignored.slice(0, COLUMNS_NAMED).map(quote)
  const more = ignored.length > named.length ? ` and ${ignored.length - named.length} more` : ''
  return `${result} Columns that were ignored: ${named.join(', ')}${more}.`
}

const quote = (column: string) => JSON.stringify(cleanText(column).slice(0, COLUMN_CHARACTERS))
