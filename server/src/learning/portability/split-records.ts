import type { MemoryRecord } from '@atelier/contract'
import { CallerLeft } from '#platform/db'
import { newPacer } from '#platform/turns'

/** So many are stored in well under a second; then others get their turn. */
const CHUNK_RECORDS = 500

type Records = AsyncIterable<MemoryRecord> | Iterable<MemoryRecord>

/** Consecutive records of one kind, by their ad. */
type Run = { kind: MemoryRecord['kind']; byAd: Map<string, MemoryRecord[]> }
export type CollectedRecords = { runs: Run[]; count: number }

/**
 * Reads all records, so that an invalid line is found before the first one is stored. Rows of one ad are put
 * together, because a chunk computes the sums of all series that it changes: a file by day would compute
 * every series in every chunk.
 */
export async function collectRecords(records: Records, signal: AbortSignal): Promise<CollectedRecords> {
  const runs: Run[] = []
  let count = 0
  const pacer = newPacer()
  for await (const record of records) {
    count++
    addTo(runs, record)
    if (!pacer.isDue()) continue
    await pacer.pause()
    if (signal.aborted) throw new CallerLeft()
  }
  return { runs, count }
}

function addTo(runs: Run[], record: MemoryRecord): void {
  let run = runs.at(-1)
  if (run?.kind !== record.kind) {
    run = { kind: record.kind, byAd: new Map() }
    runs.push(run)
  }
  const ad = record.kind === 'observation' ? adOf(record) : ''
  const ofAd = run.byAd.get(ad)
  if (ofAd) ofAd.push(record)
  else run.byAd.set(ad, [record])
}

/** Splits records into chunks. */
export function* splitRecords(runs: Run[]): Generator<MemoryRecord[]> {
  let chunk: MemoryRecord[] = []
  for (const { byAd } of runs)
    for (const records of byAd.values())
      for (const record of records) {
        chunk.push(record)
        if (chunk.length < CHUNK_RECORDS) continue
        yield chunk
        chunk = []
      }
  if (chunk.length > 0) yield chunk
}

/** Consecutive records of one kind. */
export function* runsOf(records: MemoryRecord[]): Generator<MemoryRecord[]> {
  let from = 0
  for (const [at, { kind }] of records.entries()) {
    if (kind === records[from]?.kind) continue
    yield records.slice(from, at)
    from = at
  }
  if (from < records.length) yield records.slice(from)
}

const adOf = ({ record }: MemoryRecord): string => {
  const { platformAdId = '', generatedMediaId = '' } = record as Record<string, string | undefined>
  return platformAdId || generatedMediaId
}
