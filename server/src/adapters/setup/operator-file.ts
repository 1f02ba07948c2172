import { z } from 'zod'
import { providerNames } from '#platform/config'

const modelId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, 'must have 1 to 64 small letters, digits, dots and dashes')

const model = z.strictObject({
  id: modelId,
  /** Best first; of providers that are not enabled, none is used. */
  offers: z.array(z.string()).min(1),
  /** The model that is used when no provider of this one takes an order. */
  fallback: modelId.optional(),
  description: z.string().min(1).max(200).optional(),
})

const size = z.enum(['1:1', '2:3', '3:2'])
const micros = z.number().nonnegative()

/** All fields of `OpenaiOffer`, for a server of one's own that speaks the protocol of OpenAI Images. */
const openaiOffer = z.strictObject({
  id: z.string().regex(/^openai\/[a-z0-9][a-z0-9.-]{0,63}$/, 'must begin with openai/'),
  providerModel: z.string().min(1),
  description: z.string().min(1).max(200),
  kind: z.literal('image'),
  sizes: z.array(size).min(1),
  nMax: z.int().min(1).max(10),
  promptMax: z.int().min(1).optional(),
  referencesMax: z.int().min(0),
  takesMask: z.boolean(),
  sizeNames: z.record(size, z.string().min(1)),
  quality: z.string().min(1),
  complexity: z.string().min(1).optional(),
  outputTokens: z.record(size, micros),
  referenceTokens: micros,
  rates: z.strictObject({ output: micros, imageInput: micros, textInput: micros }),
})

/** What an operator may say about models and providers. */
export const OperatorFile = z.strictObject({
  models: z.array(model).min(1).optional(),
  defaults: z.strictObject({ image: modelId.optional(), video: modelId.optional() }).optional(),
  providers: z
    .partialRecord(z.enum(providerNames), z.strictObject({ runningMax: z.int().min(1).optional() }))
    .optional(),
  openai: z.strictObject({ offers: z.array(openaiOffer).min(1) }).optional(),
})

export type OperatorFile = z.infer<typeof OperatorFile>

/** Which models there are: from the file, or built in. */
export type Listing = {
  models: NonNullable<OperatorFile['models']>
  defaults: NonNullable<OperatorFile['defaults']>
}
