import { IncompleteRequest, Refusal } from '#platform/refusal'

/** The refusal for a part of the request that is not acceptable. */
export const badField = (field: string, message: string): Refusal =>
  new Refusal('invalid_request', message, { field })

export const endpointNotFound = () => new Refusal('not_found', 'This endpoint does not exist.')

export const unstorable = (field: string): Refusal =>
  badField(field, `${field} must not contain NUL or an unpaired surrogate.`)

export const bodyTooLarge = (limit: number): Refusal =>
  new Refusal('body_too_large', `The body is larger than ${limit} bytes.`, { limit })

export const incompleteBody = () => new IncompleteRequest('The body is incomplete.')

export const bodyTimeout = (ms: number) =>
  new IncompleteRequest(`The body did not arrive within ${ms / 1000} s.`)

export const tooManyUploads = () =>
  new Refusal(
    'service_unavailable',
    'Too many uploads are running. Send the request again in a few seconds.',
    {},
    { 'retry-after': '3' },
  )

/**
 * Whether Postgres can store this text: it takes no NUL and no unpaired surrogate. Checked for every request
 * here, so that no other module has to.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
