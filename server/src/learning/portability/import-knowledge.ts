import { setTimeout as sleep } from 'node:timers/promises'
import { cleanText, type ImportAnswer, type MemoryRecord } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { withinQuota } from '#access/quotas'
import { duringImport, inMemoryTurn, lockMemory, readClock } from '#learning/evidence'
import type { DuplicateRule } from '#learning/ingestion'
import type { App } from '#platform/app'
import { isDatabaseFailure } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { newTurns } from '#platform/turns'
import { importRecords } from './import-records.ts'
import { type LeftOut, readPlatformCsv } from './read-platform-csv.ts'
import { readRecords } from './read-records.ts'
import { type CollectedRecords, collectRecords, splitRecords } from './split-records.ts'

/** The lines of an export, or a CSV export of the advertising platform. */
export type ImportFile = { type: string; text: string }

const COLUMNS_NAMED = 10
const COLUMN_CHARACTERS = 60

/** How long one chunk is tried while others keep the memory or the connections busy. */
const CHUNK_PATIENCE_MS = 60_000
const RETRY_MS = 200

/** After a chunk an import rests as long as the chunk took, so that other work gets the CPU. */
const REST_SHARE = 1
const REST_MS_MAX = 250

const TURN_WAIT_MS = 30_000
const busy = () =>
  new Refusal(
    'service_unavailable',
    'Other imports are running. Send the request again in a few seconds.',
    {},
    { 'retry-after': '5' },
  )
const queue = { runningPerUser: 1, waiting: 16, waitingPerUser: 4, busy }
/** Of one user one import at a time. Those that wait have not been parsed, so they take little memory. */
const importing = newTurns({ ...queue, running: 2 })
/** One file at a time: parsing is the one part of an import that keeps this process busy. */
const parsing = newTurns({ ...queue, running: 1 })

/**
 * Imports the lines of a file. All are validated before the first is stored. They are committed in chunks,
 * and between two chunks reports and reads get their turn. Known records are skipped, so a file whose import
 * was interrupted is sent again, and repeating an import changes nothing. It ends when the signal is aborted.
 */
export async function importKnowledge(
  app: Pick<App, 'db' | 'heavy' | 'config'>,
  owner: Owner,
  file: ImportFile,
  signal: AbortSignal,
): Promise<ImportAnswer> {
  const wait = { waitMs: TURN_WAIT_MS, signal }
  return importing.run(owner.userId, wait, async () => {
    const parsed = await parsing.run(owner.userId, wait, () => parseFile(app.db, file, signal))
    const imported = await duringImport(owner, () => storeChunks(app, owner, parsed, signal))
    const count = { imported, skipped: parsed.count - imported }
    return { ...count, message: messageOf(count, parsed) }
  })
}

/** What the file has and the memory does not take. */
type Untaken = { ignored: string[]; marginsLeftOut: LeftOut }
type ParsedFile = CollectedRecords & Untaken & { duplicateRule: DuplicateRule }

const ALL_TAKEN: Untaken = { ignored: [], marginsLeftOut: { count: 0, line: 0 } }

async function parseFile(
  db: App['db'],
  { type, text }: ImportFile,
  signal: AbortSignal,
): Promise<ParsedFile> {
  if (type !== 'text/csv')
    return { ...(await collectRecords(readRecords(text), signal)), ...ALL_TAKEN, duplicateRule: 'report row' }
  const { records, ...untaken } = await readPlatformCsv(text)
  const source = records((await readClock(db)).now)
  return { ...(await collectRecords(source, signal)), ...untaken, duplicateRule: 'content' }
}

/** Returns how many records are new. */
async function storeChunks(
  { heavy, config }: Pick<App, 'heavy' | 'config'>,
  owner: Owner,
  { runs, duplicateRule }: ParsedFile,
  signal: AbortSignal,
): Promise<number> {
  const storeChunk = (chunk: MemoryRecord[]) =>
    heavy.run(owner.userId, signal, (heavyDb) =>
      inMemoryTurn(owner, () =>
        withinQuota({ db: heavyDb, config }, owner).transaction(async (tx) =>
          importRecords(tx, owner, await lockMemory(tx, owner), { records: chunk, duplicateRule }),
        ),
      ),
    )
  let imported = 0
  for (const chunk of splitRecords(runs)) {
    const startedAt = performance.now()
    imported += await repeatWhileBusy(() => storeChunk(chunk))
    await sleep(Math.min((performance.now() - startedAt) * REST_SHARE, REST_MS_MAX))
  }
  return imported
}

async function repeatWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + CHUNK_PATIENCE_MS; ; await sleep(RETRY_MS)) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof Refusal && error.code === 'service_unavailable'
      if (isBusy ? Date.now() > until : isDatabaseFailure(error)) throw interrupted()
      if (!isBusy) throw error
    }
  }
}

type ImportCount = Pick<ImportAnswer, 'imported' | 'skipped'>

function messageOf({ imported, skipped }: ImportCount, { ignored, marginsLeftOut }: Untaken): string {
  const { count, line } = marginsLeftOut
  const named = ignored.slice(0, COLUMNS_NAMED).map(quote)
  const more = ignored.length > named.length ? ` and ${ignored.length - named.length} more` : ''
  return [
    `${imported} lines imported, ${skipped} skipped because they are known.`,
    named.length > 0 && `Columns that were ignored: ${named.join(', ')}${more}.`,
    count > 0 && `Margins above the revenue of their row, left out: ${count}, the first in line ${line}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

const quote = (column: string) => JSON.stringify(cleanText(column).slice(0, COLUMN_CHARACTERS))

const interrupted = () =>
  new Refusal(
    'service_unavailable',
    'The import was interrupted. Send the same file again: lines that are stored already are skipped.',
    {},
    { 'retry-after': '5' },
  )
