import { type Owner, ownerOf } from '#access/identity'
import type { Db, Tx } from '#platform/db'
import { type NewRecord, recordLexemes } from './record-lexemes.ts'
import { findOrCreateSearchOwner } from './search-owner.ts'

const BATCH = 500

type Row = {
  user_id: string
  mode: Owner['mode']
  kind: NewRecord['kind']
  ref: string
  product_id: string | null
  body: string
}

/**
 * Derives the lexemes of every record from its text again, which is needed when the way of splitting has
 * changed. Searches and writes continue meanwhile, because each batch has its own transaction.
 */
export async function reindexRecords(db: Db): Promise<number> {
  let total = 0
  for (let last: Row | undefined; ; ) {
    const rows = await db.transaction((tx) => reindexBatch(tx, last))
    total += rows.length
    last = rows.at(-1)
    if (!last) return total
  }
}

/** The rows are locked, so that lexemes of an old text never overwrite those of a concurrent change. */
async function reindexBatch(tx: Tx, last: Row | undefined): Promise<Row[]> {
  const rows = await tx.rows<Row>(
    `select user_id, mode, kind, ref, product_id, body from search_records
     where (user_id, mode, kind, ref) > ($1, $2, $3, $4)
     order by user_id, mode, kind, ref limit $5 for update`,
    [last?.user_id ?? '', last?.mode ?? '', last?.kind ?? '', last?.ref ?? '', BATCH],
  )
  const lexemes: { words: string; grams: string }[] = []
  for (const { user_id, mode, kind, ref, product_id, body } of rows) {
    const { id } = await findOrCreateSearchOwner(tx, ownerOf(user_id, mode))
    const { words, grams } = recordLexemes(id, { kind, ref, productId: product_id, text: body })
    lexemes.push({ words: words.join('\n'), grams: grams.join('\n') })
  }
  await tx.rows(
    `update search_records as record
     set words = array_to_tsvector(string_to_array(lexemes.words, e'\\n')),
       grams = array_to_tsvector(string_to_array(lexemes.grams, e'\\n'))
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       as lexemes (user_id, mode, kind, ref, words, grams)
     where record.user_id = lexemes.user_id and record.mode = lexemes.mode
       and record.kind = lexemes.kind and record.ref = lexemes.ref`,
    [
      rows.map((row) => row.user_id),
      rows.map((row) => row.mode),
      rows.map((row) => row.kind),
      rows.map((row) => row.ref),
      lexemes.map((one) => one.words),
      lexemes.map((one) => one.grams),
    ],
  )
  return rows
}
