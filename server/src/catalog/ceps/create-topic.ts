import type { Topic, TopicBody } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { newId } from '#platform/ids'
import { presentTopic, type TopicRow } from './topic-row.ts'

export async function createTopic(
  db: Rows,
  owner: Owner,
  body: TopicBody,
): Promise<{ topic: Topic; message: string }> {
  const row = await db.row<TopicRow>(
    `insert into topics (id, user_id, mode, name, description) values ($1, $2, $3, $4, $5)
     returning id, name, description, 0 as cep_count, created_at`,
    [newId('topic'), owner.userId, owner.mode, body.name, body.description || null],
  )
  const topic = presentTopic(row as TopicRow)
  return { topic, message: `Topic created. Send topicId ${topic.id} to add CEPs to it.` }
}
