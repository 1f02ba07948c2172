import type { Owner } from '#access/identity'
import type { Tx } from '#platform/db'
import { countShares } from './count-shares.ts'
import { hashFractionOf, type NewRecord, recordLexemes } from './record-lexemes.ts'
import { findOrCreateSearchOwner } from './search-owner.ts'

/** Shares are counted again after about a fifth more records, and first after about two hundred. */
const RECOUNTS_PER_SIZE = 5
const RECOUNT_SIZE_MIN = 1_000

export const putRecord = (tx: Tx, owner: Owner, record: NewRecord): Promise<void> =>
  putRecords(tx, owner, [record])

/** Inserts or replaces search records, in the transaction that writes what they describe. */
export async function putRecords(tx: Tx, owner: Owner, records: NewRecord[]): Promise<void> {
  if (records.length === 0) return
  const searchOwner = await findOrCreateSearchOwner(tx, owner)
  const lexemes = records.map((record) => recordLexemes(searchOwner.id, record))
  const written = await tx.rows<{ kind: NewRecord['kind']; ref: string; is_new: boolean }>(
    `insert into search_records (user_id, mode, kind, ref, product_id, body, words, grams)
     select $1, $2, kind, ref, product_id, body,
       array_to_tsvector(string_to_array(words, e'\\n')), array_to_tsvector(string_to_array(grams, e'\\n'))
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       as lexemes (kind, ref, product_id, body, words, grams)
     on conflict (user_id, mode, kind, ref) do update set product_id = excluded.product_id,
       body = excluded.body, words = excluded.words, grams = excluded.grams
     returning kind, ref, xmax = 0 as is_new`,
    [
      owner.userId,
      owner.mode,
      records.map(({ kind }) => kind),
      records.map(({ ref }) => ref),
      records.map(({ productId }) => productId),
      records.map(({ text }) => text),
      lexemes.map(({ words }) => words.join('\n')),
      lexemes.map(({ grams }) => grams.join('\n')),
    ],
  )
  // Random instead of a counter: a counter would be one row that all writers of an owner wait for.
  const recountProbability = RECOUNTS_PER_SIZE / Math.max(searchOwner.records, RECOUNT_SIZE_MIN)
  if (written.some((one) => one.is_new && hashFractionOf(one) < recountProbability))
    await countShares(tx, searchOwner.id)
}
