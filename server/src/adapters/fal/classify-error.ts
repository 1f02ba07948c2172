import { cleanReason, isRecord } from '#adapters/shared'
import type { ErrorClass } from '#platform/providers'

type Told = { status: number; headers: Record<string, string>; json: unknown }
type Problem = { type: string; message: string }

/** Types of errors that models and the platform report. Those of wrong input are many and not listed. */
const classes: Readonly<Record<string, ErrorClass>> = {
  content_policy_violation: 'moderation',
  file_download_error: 'input_unreachable',
  image_load_error: 'input_unreachable',
  no_media_generated: 'provider_failed',
  client_cancelled: 'provider_failed',
  client_disconnected: 'provider_failed',
}

/** Instead of the provider's words, which would be about our account or say nothing. */
const sentences: Partial<Record<ErrorClass, string>> = {
  auth: 'The provider does not accept our key.',
  quota: 'Our account at the provider is locked or has no credit.',
  rate: 'The provider takes no more requests at the moment.',
  provider_transient: 'The provider is not available at the moment.',
}

/** The provider's own words, not a page of a proxy. */
export const hasEnvelope = (json: unknown): boolean =>
  isRecord(json) &&
  (typeof json.detail === 'string' || Array.isArray(json.detail) || typeof json.error_type === 'string')

/** What an error status with the provider's own words means for a job. */
export function classifyError(told: Told, key: string): { class: ErrorClass; message: string } {
  const problems = listProblems(told)
  const errorClass = classOf(told.status, problems)
  const words = [...new Set(problems.map(({ message }) => message))].slice(0, 3).join(' ')
  const message = sentences[errorClass] ?? (cleanReason(words, [key]) || 'The provider gave no reason.')
  return { class: errorClass, message }
}

function classOf(status: number, problems: Problem[]): ErrorClass {
  if (status === 401) return 'auth'
  // Out of credit looks like a missing permission, and only the text tells.
  if (status === 403)
    return problems.some(({ message }) => /user is locked/i.test(message)) ? 'quota' : 'auth'
  if (status === 402) return 'quota'
  if (status === 429) return 'rate'
  for (const [type, errorClass] of Object.entries(classes))
    if (problems.some((problem) => problem.type === type)) return errorClass
  if (status >= 500) return 'provider_failed'
  // A model that is gone is a fault of the catalogue, not of the order.
  return status === 404 ? 'provider_failed' : 'invalid_input'
}

/** `input` repeats the prompt and is never read. Some models tell the type in the header alone. */
function listProblems({ headers, json }: Told): Problem[] {
  const { detail, error_type } = isRecord(json) ? json : {}
  const usualType = typeof error_type === 'string' ? error_type : (headers['x-fal-error-type'] ?? '')
  if (!Array.isArray(detail)) return [{ type: usualType, message: typeof detail === 'string' ? detail : '' }]
  return detail.filter(isRecord).map(({ type, msg }) => ({
    type: typeof type === 'string' ? type : usualType,
    message: typeof msg === 'string' ? msg : '',
  }))
}

/** By which two answers are the same failure. Texts may hold times and ids, so a type is preferred. */
export const signatureOf = (told: Told): string =>
  [told.status, ...listProblems(told).map(({ type, message }) => type || message)].join('\n')
