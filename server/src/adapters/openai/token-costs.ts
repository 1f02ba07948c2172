import type { PricedJob } from '#platform/providers'
import type { OpenaiOffer } from './catalogue.ts'

const CHARACTERS_PER_TOKEN = 4

/** What a job probably costs, in millionths of a dollar: the answer that would tell may be lost. */
export function expectCost(
  { rates, outputTokens, referenceTokens }: OpenaiOffer,
  { prompt, references, n, size }: Extract<PricedJob, { kind: 'image' }>,
): number {
  const text = Math.ceil(prompt.length / CHARACTERS_PER_TOKEN) * rates.textInput
  const pictures = references.length * referenceTokens * rates.imageInput
  return Math.round(text + pictures + n * outputTokens[size] * rates.output)
}

type Usage = {
  input_tokens_details?: { image_tokens?: unknown; text_tokens?: unknown }
  output_tokens?: unknown
}

/** What a job cost by the field `usage` of its answer; undefined when that does not say enough. */
export function readCost(usage: unknown, { rates }: OpenaiOffer): number | undefined {
  const { input_tokens_details, output_tokens: output } = Object(usage) as Usage
  const { image_tokens: image, text_tokens: text } = Object(input_tokens_details)
  if (!isCount(output) || !isCount(image) || !isCount(text)) return undefined
  return Math.round(output * rates.output + image * rates.imageInput + text * rates.textInput)
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
