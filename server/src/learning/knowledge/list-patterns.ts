import { isIdOf, Pattern, type PatternsQuery, tiers } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findMemory } from '#learning/evidence'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

type Row = { id: string; group_no: number; score: number; body: Pattern }

/** Before every row, so that the first page needs no separate query. */
const START = { group: 0, score: 0, id: '' }

/** One page in the stored order: by sort group, then by score. */
export async function listPatterns(
  db: Rows,
  owner: Owner,
  { productId, metric, minTier, limit, cursor }: PatternsQuery,
): Promise<{ patterns: Pattern[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const memory = await findMemory(db, owner)
  if (!memory) return { patterns: [], nextCursor: null }
  const values = [memory.id, limit + 1, after.group, -after.score, after.id, tiers.indexOf(minTier)]
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = [
    'memory_id = $1',
    'group_no >= $3 and (group_no, -score, id) > ($3::int, $4::int, $5::text)',
    'tier >= $6',
  ]
  if (productId !== undefined) conditions.push(`product_id = ${parameter(productId)}`)
  if (metric) conditions.push(`metric = ${parameter(metric)}`)
  const rows = await db.rows<Row>(
    `select id, group_no, score, body from patterns where ${conditions.join(' and ')}
     order by group_no, score desc, id limit $2`,
    values,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { patterns: shown.map(({ body }) => inOrder(body)), nextCursor: last ? writeCursor(last) : null }
}

/** The database stores the fields of an object by their length; a reader gets the order of the contract. */
const inOrder = (body: Pattern): Pattern => Pattern.safeParse(body).data ?? body

const writeCursor = ({ group_no, score, id }: Row): string =>
  Buffer.from(`${group_no}.${score}.${id}`).toString('base64url')

function readCursor(cursor: string | undefined): { group: number; score: number; id: string } {
  if (cursor === undefined) return START
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, group, score, id = ''] = /^([1-4])\.(-1|\d{1,3})\.(\w{1,40})$/.exec(text) ?? []
  if (!isIdOf('pattern', id))
    throw new Refusal('invalid_request', 'cursor is not a nextCursor of this list.', { field: 'cursor' })
  return { group: Number(group), score: Number(score), id }
}

/** The patterns with these ids that exist, in no particular order. */
export async function findPatternsById(db: Rows, owner: Owner, ids: string[]): Promise<Pattern[]> {
  const memory = ids.length > 0 ? await findMemory(db, owner) : undefined
  if (!memory) return []
  const rows = await db.rows<{ body: Pattern }>(
    `select body from patterns where memory_id = $1 and id = any($2::text[])`,
    [memory.id, ids],
  )
  return rows.map(({ body }) => inOrder(body))
}
