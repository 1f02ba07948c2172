import type { Tx } from '#platform/db'
import { BUCKETS, ownerLexemes } from './record-lexemes.ts'

/** So many records are looked at, more or less, in about 60 ms. */
const SAMPLE_RECORDS = 1_500
/** A lexeme in fewer of the sampled records is rare, and not listed. */
const LISTED_RECORDS_MIN = 8

/**
 * Counts in which share of an owner's records each lexeme is. Postgres keeps no such number for an index, and
 * a search needs it before it looks: for the order from rare to common, and to know what would be too much.
 * As many parts of the records are read as make the sample, by the size of the first.
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
      join search_records on words @@ quote_literal(bucket)::tsquery`
    await tx.rows(
      `insert into search_shares (owner_id, lexeme, share)
       select $1, word, least(1, ndoc / $3::real) from ts_stat($2) where ndoc >= $4
       on conflict (owner_id, lexeme) do nothing`,
      [ownerId, sampleQuery, sampled, LISTED_RECORDS_MIN],
    )
  }
}

/** Part by part: asked for all of them in one, Postgres would expect half of the table and read all of it. */
async function countRecords(tx: Tx, buckets: string[]): Promise<number> {
  const row = await tx.row<{ n: number }>(
    `select count(*)::int as n from unnest($1::text[]) as bucket
     join search_records on words @@ quote_literal(bucket)::tsquery`,
    [buckets],
  )
  return row?.n ?? 0
}
