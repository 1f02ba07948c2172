import type { Topic } from '@atelier/contract'

export type TopicRow = {
  id: string
  name: string
  description: string | null
  cep_count: number
  created_at: Date
}

export const presentTopic = (row: TopicRow): Topic => ({
  id: row.id,
  name: row.name,
  description: row.description,
  cepCount: row.cep_count,
  createdAt: row.created_at.toISOString(),
})
