import type { ErrorClass } from '#platform/providers'

/** Codes that are a definite no to a submit. A 500 is none: the task may have been made. */
const refusals: Readonly<Record<number, ErrorClass>> = {
  400: 'invalid_input',
  401: 'auth',
  402: 'quota',
  // An address that the account does not allow.
  403: 'auth',
  404: 'provider_failed',
  422: 'invalid_input',
  429: 'rate',
  // The limit of one key.
  433: 'quota',
  451: 'input_unreachable',
  // Maintenance.
  455: 'provider_transient',
  501: 'provider_failed',
  503: 'provider_transient',
  // A feature that is turned off.
  505: 'provider_failed',
  // Its queue is full.
  550: 'provider_transient',
}

/** There is no code for moderation. These are the words that kie and its vendors use. */
const MODERATED = /sensitive|polic(?:y|ies)|flagged|nsfw|moderat/i
/** Codes that can mean a rejected content. A 422 is about fields, one of which has "nsfw" in its name. */
const MAY_BE_MODERATED = [400, 501]

/** What a code says of a submit, undefined when the task may have been made. */
export function classifyRefusal(code: number, text: string): ErrorClass | undefined {
  if (MAY_BE_MODERATED.includes(code) && MODERATED.test(text)) return 'moderation'
  return refusals[code]
}

/** Codes in `failCode` that say more than "failed". Most tasks have a word there, or nothing. */
const failures: Readonly<Record<string, ErrorClass>> = {
  402: 'quota',
  422: 'invalid_input',
  433: 'quota',
  451: 'input_unreachable',
}

/** Why a task failed. */
export function classifyFailure(failCode: string, failMsg: string): ErrorClass {
  if (MODERATED.test(`${failCode} ${failMsg}`)) return 'moderation'
  return failures[failCode] ?? 'provider_failed'
}
