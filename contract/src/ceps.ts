import { z } from 'zod'
import { idRef, idSchema } from './ids.ts'
import { sentKeywords, storedKeywords } from './keywords.ts'
import {
  CEP_CHARACTERS,
  CEP_LABEL_CHARACTERS,
  DESCRIPTION_CHARACTERS,
  NAME_CHARACTERS,
  SIMILAR_CEPS,
} from './limits.ts'
import { nextCursor } from './paging.ts'
import { message, text, time } from './text.ts'

export const Cep = z
  .object({
    id: idSchema('cep').describe('The id of the CEP'),
    cepText: z.string().describe('The moment in which a buyer thinks of the product'),
    painPoint: z.string().nullable().describe('The problem behind it; null: not said'),
    angle: z.string().nullable().describe('How an ad speaks to it; null: not said'),
    notes: z.string().nullable().describe('Anything else about it; null: none'),
    keywords: storedKeywords,
    status: z.literal('active').describe('Always `active`; a deleted CEP is not listed'),
    productId: idSchema('product')
      .nullable()
      .describe('The product that it belongs to; null: it belongs to a topic'),
    topicId: idSchema('topic')
      .nullable()
      .describe('The topic that it belongs to; null: it belongs to a product'),
    createdAt: time().describe('When it was created'),
  })
  .meta({ id: 'Cep' })

export type Cep = z.infer<typeof Cep>

const target = {
  productId: idRef('product').optional().meta({ description: 'Exactly one of productId and topicId' }),
  topicId: idRef('topic').optional().describe('Exactly one of productId and topicId'),
}

export const CepBody = z
  .object({
    cepText: text(1, CEP_CHARACTERS)
      .meta({ example: 'Coffee goes cold in long meetings' })
      .describe('The moment in which a buyer thinks of the product'),
    ...target,
    painPoint: text(0, CEP_LABEL_CHARACTERS)
      .optional()
      .meta({ example: 'cold coffee' })
      .describe('The problem behind it, in a few words'),
    angle: text(0, CEP_LABEL_CHARACTERS)
      .optional()
      .meta({ example: 'warm for hours' })
      .describe('How an ad speaks to it, in a few words'),
    notes: text(0, CEP_CHARACTERS).optional().describe('Anything else about it'),
    keywords: sentKeywords('it'),
  })
  .meta({ id: 'CepBody', oneOf: [{ required: ['productId'] }, { required: ['topicId'] }] })

export type CepBody = z.infer<typeof CepBody>

export const CepsQuery = z.object(target)

export type CepsQuery = z.infer<typeof CepsQuery>

const Similar = z.object({
  id: idSchema('cep').describe('The id of the existing CEP'),
  cepText: z.string().describe('Its text'),
  similarity: z.number().min(0).max(1).describe('From 0 to 1; 1 is the same text'),
})

export const CepAnswer = z.object({
  cep: Cep.describe('The new CEP'),
  similar: z
    .array(Similar)
    .max(SIMILAR_CEPS)
    .meta({ description: 'Your existing CEPs that are nearly the same' }),
  message,
})

export type CepAnswer = z.infer<typeof CepAnswer>

export const CepList = z.object({ ceps: z.array(Cep).describe('The active CEPs, oldest first') })

export const DeletedCep = z.object({
  cep: z
    .object({
      id: idSchema('cep').describe('The id of the CEP'),
      status: z.literal('deleted').describe('Always `deleted`'),
    })
    .describe('What was deleted'),
  message,
})

export type DeletedCep = z.infer<typeof DeletedCep>

export const Topic = z
  .object({
    id: idSchema('topic').describe('The id of the topic'),
    name: z.string().describe('Its name'),
    description: z.string().nullable().describe('What it is about; null: not said'),
    cepCount: z.int().describe('How many active CEPs it has'),
    createdAt: time().describe('When it was created'),
  })
  .meta({ id: 'Topic' })

export type Topic = z.infer<typeof Topic>

export const TopicBody = z
  .object({
    name: text(1, NAME_CHARACTERS).meta({ example: 'Winter' }).describe('Its name'),
    description: text(0, DESCRIPTION_CHARACTERS).optional().describe('What it is about'),
  })
  .meta({ id: 'TopicBody' })

export type TopicBody = z.infer<typeof TopicBody>

export const TopicAnswer = z.object({ topic: Topic.describe('The new topic'), message })
export const TopicList = z.object({ topics: z.array(Topic).describe('One page, newest first'), nextCursor })
