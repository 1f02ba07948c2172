import type pg from 'pg'
import type { SetRecord } from './read-set.ts'

/** Another way to search, for comparison. */
export type Rival = { name: string; rank: (query: string) => Promise<string[]> }

const FOUND_MAX = 20

/** The same records, searched by Postgres alone: with its parser and rank, and with its trigrams. */
export async function openRivals(client: pg.Client, records: SetRecord[]): Promise<Rival[]> {
  await client.query(`create table plain (id text primary key, body text not null, words tsvector not null)`)
  await client.query(
    `insert into plain select id, body, to_tsvector('simple', body)
     from unnest($1::text[], $2::text[]) as given (id, body)`,
    [records.map(({ id }) => id), records.map(({ text }) => text)],
  )
  await client.query(`create extension if not exists pg_trgm`)
  const rank = async (text: string, query: string) =>
    (await client.query<{ id: string }>(text, [query, FOUND_MAX])).rows.map(({ id }) => id)
  return [
    { name: 'full text', rank: (query) => rank(FULL_TEXT, query) },
    { name: 'trigrams', rank: (query) => rank(TRIGRAMS, query) },
  ]
}

/** Matches any of the words: with all of them, like websearch_to_tsquery, hardly any query finds anything. */
const FULL_TEXT = `
  with asked as (select replace(plainto_tsquery('simple', $1)::text, '&', '|')::tsquery as query)
  select id from plain, asked where words @@ query order by ts_rank(words, query) desc, id limit $2`

const TRIGRAMS = `
  select id from plain where similarity(body, $1) > 0 order by similarity(body, $1) desc, id limit $2`
