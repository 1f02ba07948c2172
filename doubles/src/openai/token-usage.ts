import { type Charge, filesOf, type Task, type TaskState } from '../core/index.ts'
import type { ImageOrder } from './read-order.ts'

/** Millionths of a dollar for one token, the same for all models. */
const RATES = { output: 30, imageInput: 8, textInput: 5 }

/** For 1024 x 1024 pixels. Only that of `medium` was recorded; the others are made up around it. */
const OUTPUT_TOKENS: Record<string, number> = { low: 220, medium: 1756, high: 5200, xhigh: 8000, max: 12_000 }
const COMPLEXITY_SHARES: Record<string, number> = { low: 0.5, medium: 0.75, high: 1 }
const PICTURE_TOKENS = 1024
const CHARACTERS_PER_TOKEN = 4

/** Known when the job is accepted, and kept with it. */
export interface Tokens {
  text: number
  image: number
  outputPerFile: number
}

export function countTokens(order: ImageOrder, pictures: number): Tokens {
  const pixels = order.width * order.height
  const share = COMPLEXITY_SHARES[order.complexity] ?? 1
  return {
    text: Math.ceil(order.prompt.length / CHARACTERS_PER_TOKEN),
    image: pictures * PICTURE_TOKENS,
    outputPerFile: Math.round(((OUTPUT_TOKENS[order.quality] ?? 0) * share * pixels) / 1024 ** 2),
  }
}

/** The field `usage` of a result: files that are missing cost nothing. */
export function readUsage(task: Task) {
  const { text, image, outputPerFile } = task.extra.tokens as Tokens
  const output = outputPerFile * filesOf(task)
  return {
    input_tokens: text + image,
    input_tokens_details: { image_tokens: image, text_tokens: text },
    output_tokens: output,
    total_tokens: text + image + output,
  }
}

/** A refused or blocked job is free; one whose reply was lost is not. */
export function chargeTask(task: Task, { status }: TaskState): Charge | undefined {
  if (status !== 'succeeded') return undefined
  const { input, output } = readCosts(task)
  return { units: readUsage(task).total_tokens, unit: 'tokens', microUsd: input + output }
}

/** In millionths of a dollar. */
export function readCosts(task: Task): { input: number; output: number } {
  const { input_tokens_details, output_tokens } = readUsage(task)
  const { image_tokens, text_tokens } = input_tokens_details
  return {
    input: text_tokens * RATES.textInput + image_tokens * RATES.imageInput,
    output: output_tokens * RATES.output,
  }
}
