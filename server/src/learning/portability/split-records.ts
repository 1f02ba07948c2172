import { setTimeout as sleep } from 'node:timers/promises'
import type { MemoryRecord } from '@atelier/contract'
import { CallerLeft } from '#platform/db'

/** So many are stored in well under a second; then others get their turn. */
const CHUNK_RECORDS = 500
/** Parsing takes a third of the time at most, in short slices, because other requests wait meanwhile. */
const SLICE_MS = 5
const PAUSE_MS = 10

type Records = AsyncIterable<MemoryRecord> | Iterable<MemoryRecord>

/** Reads all records, so that an invalid line is found before the first one is stored. */
export async function collectRecords(records: Records, signal: AbortSignal): Promise<MemoryRecord[]> {
  const collected: MemoryRecord[] = []
  let sliceEndsAt = performance.now() + SLICE_MS
  for await (const record of records) {
    collected.push(record)
    if (performance.now() < sliceEndsAt) continue
    await sleep(PAUSE_MS)
    if (signal.aborted) throw new CallerLeft()
    sliceEndsAt = performance.now() + SLICE_MS
  }
  return collected
}

/**
 * Splits records into chunks. Consecutive rows are ordered by their ad first, because a chunk computes the
 * sums of all series that it changes: a file by day would compute every series in every chunk.
 */
export function* splitRecords(records: MemoryRecord[]): Generator<MemoryRecord[]> {
  const ordered = [...runsOf(records)].flatMap((run) =>
    run[0]?.kind === 'observation' ? run.sort((one, other) => compare(adOf(one), adOf(other))) : run,
  )
  for (let at = 0; at < ordered.length; at += CHUNK_RECORDS) yield ordered.slice(at, at + CHUNK_RECORDS)
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

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
