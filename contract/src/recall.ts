import { z } from 'zod'
import { conclusionAge, emptiness } from './history.ts'
import { idRef } from './ids.ts'
import { PAGE_LIMIT_DEFAULT, QUERY_CHARACTERS, RECALL_LINES } from './limits.ts'
import { cursor, nextCursor, pageLimit } from './paging.ts'
import { evidences } from './reports.ts'
import { text } from './text.ts'

export const hitKinds = ['history', 'pattern', 'cep', 'claim', 'note'] as const
export type HitKind = (typeof hitKinds)[number]

/** A note that the owner wrote or accepted weighs more than a claim and less than an observation. */
export const weighedEvidences = [...evidences, 'owner_note'] as const
export type WeighedEvidence = (typeof weighedEvidences)[number]

export const Hit = z
  .object({
    id: z.string(),
    kind: z.enum(hitKinds),
    text: z.string(),
    score: z.number().min(0).max(1).meta({ description: 'For the order: relative to the best hit' }),
    relevance: z.number().min(0).max(1).meta({
      description: 'The share of the question that the record contains, its rare words weighing most',
    }),
    evidence: z.enum(weighedEvidences),
    age: z.int().min(0).meta({ description: 'Days since the last row, or since the text was written' }),
    why: z.string(),
    refs: z
      .record(z.string(), z.string())
      .meta({ description: 'Ids of the records that it is about, by field name' }),
  })
  .meta({ id: 'Hit' })

export type Hit = z.infer<typeof Hit>

const asked = {
  q: text(1, QUERY_CHARACTERS).meta({ example: 'dry skin after flights' }),
  productId: idRef('product').optional(),
}

export const SearchQuery = z.object({ ...asked, limit: pageLimit(PAGE_LIMIT_DEFAULT), cursor })

export type SearchQuery = z.infer<typeof SearchQuery>

export const SearchPage = z.object({ hits: z.array(Hit), nextCursor, ...conclusionAge, ...emptiness })

export const RecallQuery = z.object(asked)

export type RecallQuery = z.infer<typeof RecallQuery>

export const RecallAnswer = z.object({
  recall: z.object({
    text: z
      .string()
      .meta({ description: 'Text for a prompt, fenced as data; empty when nothing is relevant' }),
    hits: z.array(Hit).max(RECALL_LINES),
    ...conclusionAge,
  }),
})

export type RecallAnswer = z.infer<typeof RecallAnswer>
