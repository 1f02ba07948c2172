import type { Owner } from '#accounts'
import type { Tx } from '#db'
import { countShares } from './count-shares.ts'
import { chanceOf, type NewRecord, recordLexemes } from './record-lexemes.ts'
import { loadIndexed } from './search-owner.ts'

/** Counted anew after about a fifth more records; the first time after about two hundred. */
const COUNTS_PER_SIZE = 5
const FIRST_SIZE = 1_000

/** Makes something findable, in the commit that makes it; or anew, when its text has changed. */
export async function putRecord(tx: Tx, owner: Owner, record: NewRecord): Promise<void> {
  const indexed = await loadIndexed(tx, owner)
  const { words, grams } = recordLexemes(indexed.id, record)
  const done = await tx.row<{ is_new: boolean }>(
    `insert into search_records (user_id, mode, kind, ref, product_id, body, words, grams)
     values ($1, $2, $3, $4, $5, $6, array_to_tsvector($7::text[]), array_to_tsvector($8::text[]))
     on conflict (user_id, mode, kind, ref) do update set product_id = excluded.product_id,
       body = excluded.body, words = excluded.words, grams = excluded.grams
     returning xmax = 0 as is_new`,
    [owner.userId, owner.mode, record.kind, record.ref, record.productId, record.text, words, grams],
  )
  // Chance instead of a counter: a counter would be one row that all writers of an owner wait for.
  const isDue = chanceOf(record) < COUNTS_PER_SIZE / Math.max(indexed.records, FIRST_SIZE)
  if (done?.is_new && isDue) await countShares(tx, indexed.id)
}
