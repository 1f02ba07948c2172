import type pg from 'pg'
import type { Random } from '../../harness/random/index.ts'
import type { WordsOf } from './new-words.ts'
import { languages } from './read-set.ts'

const BATCH = 5_000
const INVENTED_SHARE = 0.15
export const PRODUCTS = 50

/** Ten to thirty words of one language in random order: the words and letters of real texts. */
export function newText(words: WordsOf, random: Random): string {
  const { pick } = random
  const { used, invented, glue } = words[pick(languages)]
  const length = random.int(10, 29)
  return Array.from({ length }, () => pick(random.next() < INVENTED_SHARE ? invented : used)).join(glue)
}

/** Inserts records with their text only: `reindex` then makes them searchable. */
export async function fillRecords(
  client: pg.Client,
  userIds: string[],
  { records, name, newBody }: { records: number; name: string; newBody: () => string },
): Promise<void> {
  for (let from = 0; from < records; from += BATCH) {
    const bodies = Array.from({ length: Math.min(BATCH, records - from) }, newBody)
    await client.query(
      `insert into search_records (user_id, mode, kind, ref, product_id, body, words, grams)
       select ($1::text[])[1 + at % cardinality($1)], 'live', 'note', $2 || ($3 + at),
         'product-' || at % ${PRODUCTS}, body, '', ''
       from unnest($4::text[]) with ordinality as given (body, at)`,
      [userIds, name, from, bodies],
    )
  }
}
