import type { Size } from './pixels-of.ts'
import { isModel, type Model, scenarios } from './scenarios.ts'

export interface Order {
  model: Model
  prompt: string
  size: Size
  n: number
  reference: string
  callbackUrl?: string
  labels: string[]
}

const PROMPT_CHARS_MAX = 20_000
const REFERENCE_CHARS_MAX = 200
const LABEL_CHARS_MAX = 200
const URL_CHARS_MAX = 4096
const REFERENCES_MAX = 16

/** Gives the order, or the sentence that says what is wrong with it. */
export function parseOrder(body: unknown): Order | string {
  if (!isRecord(body)) return 'The body must be a JSON object.'
  const { model, prompt, size, n, reference, callbackUrl, references = [] } = body
  if (!isModel(model)) return `model must be one of ${Object.keys(scenarios).join(', ')}.`
  if (!isText(prompt, PROMPT_CHARS_MAX))
    return `prompt must be a text of 1 to ${PROMPT_CHARS_MAX} characters.`
  if (size !== '1:1' && size !== '2:3' && size !== '3:2') return 'size must be 1:1, 2:3 or 3:2.'
  if (n !== 1 && n !== 2 && n !== 4) return 'n must be 1, 2 or 4.'
  if (!isText(reference, REFERENCE_CHARS_MAX)) {
    return `reference must be a text of 1 to ${REFERENCE_CHARS_MAX} characters.`
  }
  if (callbackUrl !== undefined && !isWebAddress(callbackUrl))
    return 'callbackUrl must be an http or https address.'
  if (
    !Array.isArray(references) ||
    references.length > REFERENCES_MAX ||
    !references.every(isPictureReference)
  ) {
    return `references must be a list of at most ${REFERENCES_MAX} objects with url and label.`
  }
  const labels = references.map((picture) => picture.label)
  return { model, prompt, size, n, reference, labels, ...(callbackUrl === undefined ? {} : { callbackUrl }) }
}

/** The reference of a body that may be wrong otherwise, so that the log tells whose submit it was. */
export function findReference(body: unknown): string | null {
  return isRecord(body) && isText(body.reference, REFERENCE_CHARS_MAX) ? body.reference : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown, charsMax: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= charsMax
}

function isWebAddress(value: unknown): value is string {
  return isText(value, URL_CHARS_MAX) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function isPictureReference(value: unknown): value is { url: string; label: string } {
  if (!isRecord(value) || !isText(value.url, URL_CHARS_MAX)) return false
  return typeof value.label === 'string' && value.label.length <= LABEL_CHARS_MAX
}
