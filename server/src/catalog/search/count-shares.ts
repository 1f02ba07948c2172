import type { Db, Tx } from '#platform/db'
import { BUCKETS, ownerLexemes } from './record-lexemes.ts'

/** Approximate size of the sample; it is counted in about 60 ms. */
const SAMPLE_RECORDS = 1_500
/** A lexeme in fewer sampled records is rare: it gets no row, and its share reads as 0. */
const LISTED_RECORDS_MIN = 8

/**
 * Estimates the document share of each lexeme of an owner from a sample of the records. Postgres has no such
 * statistic for an index, and a search needs it before it reads the index: to order lexemes from rare to
 * common, and to estimate the cost of a probe. The size of the first bucket decides how many buckets make the
 * sample.
 */
export async function countShares(tx: Tx, ownerId: number): Promise<void> {
  const { bucket } = ownerLexemes(ownerId)
  const first = await countRecords(tx, [bucket(0)])
  const buckets = Math.min(BUCKETS, Math.ceil(SAMPLE_RECORDS / Math.max(first, 1)))
  const sample = Array.from({ length: buckets }, (_, at) => bucket(at))
  const sampled = await countRecords(tx, sample)
  const records = Math.round((sampled * BUCKETS) / buckets)
  await tx.rows(`update search_owners set records = $2 where id = $1`, [ownerId, records])
  await tx.rows(`delete from search_shares where owner_id = $1`, [ownerId])
  for (const column of ['words', 'grams']) {
    const sampleQuery = `select ${column} from unnest('{${sample}}'::text[]) as bucket
      cross join lateral locate_records('words', quote_literal(bucket)::tsquery, null) as found (at)
      join search_records as record on record.ctid = found.at`
    await tx.rows(
      `insert into search_shares (owner_id, lexeme, share)
       select $1, word, least(1, ndoc / $3::real) from ts_stat($2) where ndoc >= $4
       on conflict (owner_id, lexeme) do nothing`,
      [ownerId, sampleQuery, sampled, LISTED_RECORDS_MIN],
    )
  }
}

/**
 * One index scan per bucket: for a single condition over all of them, Postgres estimates half the table and
 * scans it.
 */
async function countRecords(tx: Tx, buckets: string[]): Promise<number> {
  const row = await tx.row<{ n: number }>(
    `select count(*)::int as n from unnest($1::text[]) as bucket
     cross join lateral locate_records('words', quote_literal(bucket)::tsquery, null) as found (at)`,
    [buckets],
  )
  return row?.n ?? 0
}

/** Counts the document shares of every owner. Normally they are counted as records are added. */
export async function recountShares(db: Db): Promise<void> {
  const owners = await db.rows<{ id: number }>(`select id from search_owners order by id`)
  for (const { id } of owners) await db.transaction((tx) => countShares(tx, id))
}
