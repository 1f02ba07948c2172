import type { MediaFormat } from './pixel-size.ts'
import { isModel, type Model, scenarios } from './scenarios.ts'

/** A picture that must be visible in the result. */
export interface Reference {
  url: string
  label: string
}

export type JobRequest = MediaFormat & {
  model: Model
  prompt: string
  n: number
  reference: string
  references: Reference[]
  callbackUrl?: string
  maskUrl?: string
}

const PROMPT_CHARS_MAX = 20_000
const REFERENCE_CHARS_MAX = 200
const LABEL_CHARS_MAX = 200
const URL_CHARS_MAX = 4096
const REFERENCES_MAX = 16

/** Returns the request, or a sentence that says what is wrong with it. */
export function parseJobRequest(body: unknown): JobRequest | string {
  if (!isRecord(body)) return 'The body must be a JSON object.'
  const { model, prompt, reference, callbackUrl, maskUrl, references = [] } = body
  if (!isModel(model)) return `model must be one of ${Object.keys(scenarios).join(', ')}.`
  if (!isText(prompt, PROMPT_CHARS_MAX))
    return `prompt must be a text of 1 to ${PROMPT_CHARS_MAX} characters.`
  const format = parseMediaFormat(body)
  if (typeof format === 'string') return format
  if (!isText(reference, REFERENCE_CHARS_MAX)) {
    return `reference must be a text of 1 to ${REFERENCE_CHARS_MAX} characters.`
  }
  if (callbackUrl !== undefined && !isHttpUrl(callbackUrl))
    return 'callbackUrl must be an http or https address.'
  if (maskUrl !== undefined && !isHttpUrl(maskUrl)) return 'maskUrl must be an http or https address.'
  if (
    !Array.isArray(references) ||
    references.length > REFERENCES_MAX ||
    !references.every(isPictureReference)
  ) {
    return `references must be a list of at most ${REFERENCES_MAX} objects with label and http or https url.`
  }
  return {
    model,
    prompt,
    ...format,
    reference,
    references: references.map(({ url, label }) => ({ url, label })),
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    ...(maskUrl === undefined ? {} : { maskUrl }),
  }
}

function parseMediaFormat(body: Record<string, unknown>): (MediaFormat & { n: number }) | string {
  const { kind = 'image', size, durationSeconds, resolution, orientation } = body
  if (kind === 'image') {
    const { n } = body
    if (size !== '1:1' && size !== '2:3' && size !== '3:2') return 'size must be 1:1, 2:3 or 3:2.'
    if (n !== 1 && n !== 2 && n !== 4) return 'n must be 1, 2 or 4.'
    return { kind, size, n }
  }
  if (kind !== 'video') return 'kind must be image or video.'
  const { n = 1 } = body
  if (durationSeconds !== 6 && durationSeconds !== 10 && durationSeconds !== 15)
    return 'durationSeconds must be 6, 10 or 15.'
  if (resolution !== 'SD' && resolution !== 'HD') return 'resolution must be SD or HD.'
  if (orientation !== 'portrait' && orientation !== 'landscape' && orientation !== 'square')
    return 'orientation must be portrait, landscape or square.'
  if (n !== 1) return 'n must be 1 for a video.'
  if (size !== undefined) return 'A video has no size; give orientation and resolution.'
  return { kind, durationSeconds, resolution, orientation, n }
}

/** The reference of a body that may be invalid otherwise, so that the log shows whose submit it was. */
export function findReference(body: unknown): string | null {
  return isRecord(body) && isText(body.reference, REFERENCE_CHARS_MAX) ? body.reference : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown, charsMax: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= charsMax
}

function isHttpUrl(value: unknown): value is string {
  return isText(value, URL_CHARS_MAX) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function isPictureReference(value: unknown): value is Reference {
  if (!isRecord(value) || !isHttpUrl(value.url)) return false
  return typeof value.label === 'string' && value.label.length <= LABEL_CHARS_MAX
}
