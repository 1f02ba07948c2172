import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'

/** Where nothing is sold, these endpoints do not exist. */
export function requireStripe({ stripe }: Pick<App, 'stripe'>): NonNullable<App['stripe']> {
  if (!stripe) throw endpointUnknown()
  return stripe
}

export const endpointUnknown = () => new Refusal('not_found', 'This endpoint does not exist.')
