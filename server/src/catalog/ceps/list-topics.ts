import type { PageQuery, Topic } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'
import { presentTopic, type TopicRow } from './topic-row.ts'

/** One page, newest first, each with the number of its active CEPs. */
export async function listTopics(
  db: Rows,
  owner: Owner,
  { limit, cursor }: PageQuery,
): Promise<{ topics: Topic[]; nextCursor: string | null }> {
  const after = readCursor(cursor, 'topic')
  const rows = await db.rows<TopicRow>(
    `select id, name, description, created_at, coalesce(active, 0) as cep_count
     from topics left join cep_counts on target_id = id
     where user_id = $1 and mode = $2 and (created_at, id) < ($4::timestamptz, $5::text)
     order by created_at desc, id desc limit $3`,
    [owner.userId, owner.mode, limit + 1, after.createdAt, after.id],
  )
  const { shown, nextCursor } = pageOf(rows, limit)
  return { topics: shown.map(presentTopic), nextCursor }
}
