import { tiers } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { putRecords, removeRecord } from '#catalog/search'
import type { Memory } from '#learning/evidence'
import type { Tx } from '#platform/db'
import type { StoredPattern } from './present-pattern.ts'

/** Below every score: what has none comes last in its group. */
const NO_SCORE = -1

/** Writes the patterns of a product whole, and keeps what the search finds of them in step. */
export async function savePatterns(
  tx: Tx,
  owner: Owner,
  memory: Memory,
  productId: string,
  kept: StoredPattern[],
): Promise<void> {
  const before = await loadTexts(tx, memory, productId)
  await upsert(tx, memory, productId, kept)
  const fresh = kept.flatMap(({ pattern }) => {
    const { id: ref, productId } = pattern
    const text = textOf(pattern)
    return before.get(ref) === text ? [] : [{ kind: 'pattern' as const, ref, productId, text }]
  })
  await putRecords(tx, owner, fresh)
  const ids = new Set(kept.map(({ pattern }) => pattern.id))
  const gone = [...before.keys()].filter((id) => !ids.has(id))
  await tx.rows(`delete from patterns where memory_id = $1 and id = any($2::text[])`, [memory.id, gone])
  for (const id of gone) await removeRecord(tx, owner, 'pattern', id)
}

type Words = { title: string; summary: string }

const textOf = ({ title, summary }: Words): string => `${title}\n${summary}`

async function loadTexts(tx: Tx, memory: Memory, productId: string): Promise<Map<string, string>> {
  const rows = await tx.rows<Words & { id: string }>(
    `select id, body ->> 'title' as title, body ->> 'summary' as summary
     from patterns where memory_id = $1 and product_id = $2`,
    [memory.id, productId],
  )
  return new Map(rows.map((row) => [row.id, textOf(row)]))
}

async function upsert(tx: Tx, memory: Memory, productId: string, kept: StoredPattern[]): Promise<void> {
  await tx.rows(
    `insert into patterns (memory_id, product_id, id, metric, tier, group_no, score, body)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::jsonb[])
     on conflict (memory_id, id) do update set metric = excluded.metric, tier = excluded.tier,
       group_no = excluded.group_no, score = excluded.score, body = excluded.body
     where patterns.body <> excluded.body or patterns.group_no <> excluded.group_no`,
    [
      memory.id,
      productId,
      kept.map(({ pattern }) => pattern.id),
      kept.map(({ pattern }) => pattern.metric),
      kept.map(({ pattern }) => tiers.indexOf(pattern.tier)),
      kept.map(({ group }) => group),
      kept.map(({ pattern }) => pattern.score ?? NO_SCORE),
      kept.map(({ pattern }) => JSON.stringify(pattern)),
    ],
  )
}
