import { type Owner, ownerOf } from '#access/identity'
import type { Db, Tx } from '#platform/db'
import { type NewRecord, recordLexemes } from './record-lexemes.ts'
import { loadIndexed } from './search-owner.ts'

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
 * Cuts every record anew from its text, which is needed when the way of cutting has changed. Searches and
 * writes go on meanwhile: each batch is a commit of its own.
 */
export async function reindexRecords(db: Db): Promise<number> {
  let total = 0
  for (let last: Row | undefined; ; ) {
    const rows = await db.transaction((tx) => cutBatch(tx, last))
    total += rows.length
    last = rows.at(-1)
    if (!last) return total
  }
}

/** The rows are locked, so that a text which somebody changes meanwhile is not cut as it was before. */
async function cutBatch(tx: Tx, last: Row | undefined): Promise<Row[]> {
  const rows = await tx.rows<Row>(
    `select user_id, mode, kind, ref, product_id, body from search_records
     where (user_id, mode, kind, ref) > ($1, $2, $3, $4)
     order by user_id, mode, kind, ref limit $5 for update`,
    [last?.user_id ?? '', last?.mode ?? '', last?.kind ?? '', last?.ref ?? '', BATCH],
  )
  const cut: { words: string; grams: string }[] = []
  for (const { user_id, mode, kind, ref, product_id, body } of rows) {
    const { id } = await loadIndexed(tx, ownerOf(user_id, mode))
    const { words, grams } = recordLexemes(id, { kind, ref, productId: product_id, text: body })
    cut.push({ words: words.join('\n'), grams: grams.join('\n') })
  }
  await tx.rows(
    `update search_records as record
     set words = array_to_tsvector(string_to_array(cut.words, e'\\n')),
       grams = array_to_tsvector(string_to_array(cut.grams, e'\\n'))
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       as cut (user_id, mode, kind, ref, words, grams)
     where record.user_id = cut.user_id and record.mode = cut.mode
       and record.kind = cut.kind and record.ref = cut.ref`,
    [
      rows.map((row) => row.user_id),
      rows.map((row) => row.mode),
      rows.map((row) => row.kind),
      rows.map((row) => row.ref),
      cut.map((one) => one.words),
      cut.map((one) => one.grams),
    ],
  )
  return rows
}
