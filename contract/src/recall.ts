import { z } from 'zod'
import { explainIssue } from './explain-issue.ts'
import { conclusionAge, emptiness } from './history.ts'
import { idRef } from './ids.ts'
import { PAGE_LIMIT_DEFAULT, PHRASINGS_MAX, QUERY_CHARACTERS, RECALL_LINES } from './limits.ts'
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
    id: z.string().describe('The id of the record; its prefix shows the kind'),
    kind: z.enum(hitKinds).describe('What the record is'),
    text: z.string().describe('The record in a sentence, at most 280 characters'),
    score: z.number().min(0).max(1).describe('For the order: relative to the best hit, from 0 to 1'),
    relevance: z
      .number()
      .min(0)
      .max(1)
      .describe('The share of the question that the record contains, its rare words weighing most'),
    evidence: z.enum(weighedEvidences).describe('What stands behind it'),
    age: z.int().min(0).meta({ description: 'Days since the last row, or since the text was written' }),
    why: z.string().describe('Why it was found, in a sentence'),
    refs: z
      .record(z.string(), z.string())
      .meta({ description: 'Ids of the records that it is about, by field name' }),
  })
  .meta({ id: 'Hit' })

export type Hit = z.infer<typeof Hit>

const question = text(1, QUERY_CHARACTERS).meta({ example: 'dry skin after flights' })

const asked = {
  q: question.describe('The question, in your own words'),
  productId: idRef('product').optional().describe('Only what is about this product, and notes'),
}

/** A parameter that was sent once arrives as a text, and its errors name no place in a list. */
function readPhrasings(value: unknown, { issues }: { issues: z.core.$ZodRawIssue[] }): unknown {
  const sent = Array.isArray(value) && value.length > 0 ? value : [value]
  if (sent.length > PHRASINGS_MAX) {
    const message = `must be sent at most ${PHRASINGS_MAX} times: the question, and the same in other words`
    issues.push({ code: 'custom', input: value, path: [], message })
    return z.NEVER
  }
  const read = sent.map((one) => question.safeParse(one, { error: explainIssue }))
  const [wrong] = read.flatMap(({ error }) => error?.issues ?? [])
  if (wrong) issues.push({ ...wrong, input: value, path: [] } as z.core.$ZodRawIssue)
  return wrong ? z.NEVER : [...new Set(read.map(({ data }) => data))]
}

const documentedQuestion = { type: 'string', minLength: 1, maxLength: QUERY_CHARACTERS, pattern: '\\S' }

export const SearchQuery = z.object({
  ...asked,
  q: z
    .preprocess(readPhrasings, z.array(z.string()))
    .meta({
      example: 'dry skin after flights',
      documentedAs: {
        anyOf: [
          documentedQuestion,
          { type: 'array', items: documentedQuestion, minItems: 1, maxItems: PHRASINGS_MAX },
        ],
      },
    })
    .describe(
      'The question; up to four times, the same in other words: of each of four 125 characters are read',
    ),
  limit: pageLimit(PAGE_LIMIT_DEFAULT),
  cursor,
})

export type SearchQuery = z.infer<typeof SearchQuery>

export const SearchPage = z.object({
  hits: z.array(Hit).describe('One page, best first'),
  nextCursor,
  ...conclusionAge,
  ...emptiness,
})

export const RecallQuery = z.object(asked)

export type RecallQuery = z.infer<typeof RecallQuery>

export const RecallAnswer = z.object({
  recall: z
    .object({
      text: z
        .string()
        .meta({ description: 'Text for a prompt, fenced as data; empty when nothing is relevant' }),
      hits: z.array(Hit).max(RECALL_LINES).describe('The records behind the text, best first'),
      ...conclusionAge,
    })
    .describe('What is worth knowing before you write a prompt'),
})

export type RecallAnswer = z.infer<typeof RecallAnswer>
