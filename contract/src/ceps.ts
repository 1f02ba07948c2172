import { z } from 'zod'
import { idRef, idSchema } from './ids.ts'
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
    id: idSchema('cep'),
    cepText: z.string(),
    painPoint: z.string().nullable(),
    angle: z.string().nullable(),
    notes: z.string().nullable(),
    status: z.literal('active'),
    productId: idSchema('product').nullable(),
    topicId: idSchema('topic').nullable(),
    createdAt: time(),
  })
  .meta({ id: 'Cep' })

export type Cep = z.infer<typeof Cep>

const target = {
  productId: idRef('product').optional().meta({ description: 'Exactly one of productId and topicId' }),
  topicId: idRef('topic').optional(),
}

export const CepBody = z
  .object({
    cepText: text(1, CEP_CHARACTERS).meta({ example: 'Coffee goes cold in long meetings' }),
    ...target,
    painPoint: text(0, CEP_LABEL_CHARACTERS).optional().meta({ example: 'cold coffee' }),
    angle: text(0, CEP_LABEL_CHARACTERS).optional().meta({ example: 'warm for hours' }),
    notes: text(0, CEP_CHARACTERS).optional(),
  })
  .meta({ id: 'CepBody', oneOf: [{ required: ['productId'] }, { required: ['topicId'] }] })

export type CepBody = z.infer<typeof CepBody>

export const CepsQuery = z.object(target)

export type CepsQuery = z.infer<typeof CepsQuery>

const Similar = z.object({
  id: idSchema('cep'),
  cepText: z.string(),
  similarity: z.number().min(0).max(1),
})

export const CepAnswer = z.object({
  cep: Cep,
  similar: z
    .array(Similar)
    .max(SIMILAR_CEPS)
    .meta({ description: 'Your existing CEPs that are nearly the same' }),
  message,
})

export type CepAnswer = z.infer<typeof CepAnswer>

export const CepList = z.object({ ceps: z.array(Cep) })

export const DeletedCep = z.object({
  cep: z.object({ id: idSchema('cep'), status: z.literal('deleted') }),
  message,
})

export type DeletedCep = z.infer<typeof DeletedCep>

export const Topic = z
  .object({
    id: idSchema('topic'),
    name: z.string(),
    description: z.string().nullable(),
    cepCount: z.int(),
    createdAt: time(),
  })
  .meta({ id: 'Topic' })

export type Topic = z.infer<typeof Topic>

export const TopicBody = z
  .object({
    name: text(1, NAME_CHARACTERS).meta({ example: 'Winter' }),
    description: text(0, DESCRIPTION_CHARACTERS).optional(),
  })
  .meta({ id: 'TopicBody' })

export type TopicBody = z.infer<typeof TopicBody>

export const TopicAnswer = z.object({ topic: Topic, message })
export const TopicList = z.object({ topics: z.array(Topic), nextCursor })
