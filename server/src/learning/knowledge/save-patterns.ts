import { tiers } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { putRecords, removeRecord } from '#catalog/search'
import type { Memory } from '#learning/evidence'
import type { Tx } from '#platform/db'
import type { StoredPattern } from './present-pattern.ts'

/** Below every score: a pattern without a score comes last in its group. */
const NO_SCORE = -1

/** Replaces the patterns of a product and updates the search index to match. */
export async function savePatterns(
  tx: Tx,
  owner: Owner,
  memory: Memory,
  { productId, patterns }: { productId: string; patterns: StoredPattern[] },
): Promise<void> {
  const previousTexts = await loadTexts(tx, memory, productId)
  await upsert(tx, memory, productId, patterns)
  const changed = patterns.flatMap(({ pattern }) => {
    const { id: ref, productId } = pattern
    const text = textOf(pattern)
    return previousTexts.get(ref) === text ? [] : [{ kind: 'pattern' as const, ref, productId, text }]
  })
  await putRecords(tx, owner, changed)
  const ids = new Set(patterns.map(({ pattern }) => pattern.id))
  const removed = [...previousTexts.keys()].filter((id) => !ids.has(id))
  await tx.rows(`delete from patterns where memory_id = $1 and id = any($2::text[])`, [memory.id, removed])
  for (const id of removed) await removeRecord(tx, owner, 'pattern', id)
}

type PatternText = { title: string; summary: string }

const textOf = ({ title, summary }: PatternText): string => `${title}\n${summary}`

async function loadTexts(tx: Tx, memory: Memory, productId: string): Promise<Map<string, string>> {
  const rows = await tx.rows<PatternText & { id: string }>(
    `select id, body ->> 'title' as title, body ->> 'summary' as summary
     from patterns where memory_id = $1 and product_id = $2`,
    [memory.id, productId],
  )
  return new Map(rows.map((row) => [row.id, textOf(row)]))
}

async function upsert(tx: Tx, memory: Memory, productId: string, patterns: StoredPattern[]): Promise<void> {
  await tx.rows(
    `insert into patterns (memory_id, product_id, id, metric, tier, group_no, score, body)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::jsonb[])
     on conflict (memory_id, id) do update set metric = excluded.metric, tier = excluded.tier,
       group_no = excluded.group_no, score = excluded.score, body = excluded.body
     where patterns.body <> excluded.body or patterns.group_no <> excluded.group_no`,
    [
      memory.id,
      productId,
      patterns.map(({ pattern }) => pattern.id),
      patterns.map(({ pattern }) => pattern.metric),
      patterns.map(({ pattern }) => tiers.indexOf(pattern.tier)),
      patterns.map(({ group }) => group),
      patterns.map(({ pattern }) => pattern.score ?? NO_SCORE),
      patterns.map(({ pattern }) => JSON.stringify(pattern)),
    ],
  )
}
