import type { Cep } from '@atelier/contract'

export type CepRow = {
  id: string
  product_id: string | null
  topic_id: string | null
  cep_text: string
  pain_point: string | null
  angle: string | null
  notes: string | null
  keywords: string[]
  created_at: Date
}

export const cepColumns = 'id, product_id, topic_id, cep_text, pain_point, angle, notes, keywords, created_at'

/** Only active CEPs are presented: of a deleted one, callers see only the id. */
export const presentCep = (row: CepRow): Cep => ({
  id: row.id,
  cepText: row.cep_text,
  painPoint: row.pain_point,
  angle: row.angle,
  notes: row.notes,
  keywords: row.keywords,
  status: 'active',
  productId: row.product_id,
  topicId: row.topic_id,
  createdAt: row.created_at.toISOString(),
})
