import { Refusal } from '#platform/refusal'

/** A part of the request that cannot be taken, by its name. */
export const badField = (field: string, sentence: string): Refusal =>
  new Refusal('invalid_request', sentence, { field })

export const unstorable = (field: string): Refusal =>
  badField(field, `${field}: must not contain NUL or half a character.`)

export const tooLarge = (limit: number): Refusal =>
  new Refusal('body_too_large', `The body has more than ${limit} bytes.`, { limit })

/**
 * The body never came, whole or in time. Nobody is asked about such a request any more, least of all the
 * database: thousands of them may end at the same moment.
 */
export class NeverArrived extends Refusal {
  constructor(sentence: string) {
    super('invalid_request', sentence, { field: 'body' })
  }
}

export const cutOff = () => new NeverArrived('The body ended before it was whole.')

export const tooSlow = (ms: number) => new NeverArrived(`The body did not arrive within ${ms / 1000} s.`)

export const busy = () =>
  new Refusal(
    'service_unavailable',
    'Too many files are being uploaded at this moment. Send it again in a few seconds.',
    {},
    { 'retry-after': '3' },
  )
