import { StripeUnavailable } from './stripe.ts'

type Failure = { type?: string; statusCode?: number }

/** Errors that say nothing about what happened, by the class that the package of Stripe gives them. */
const UNKNOWN = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError', 'StripeIdempotencyError']

/** Whether nobody knows what became of a call. */
export const isUnknown = (error: unknown): boolean => {
  const { type = '', statusCode = 0 } = error as Failure
  return UNKNOWN.includes(type) || statusCode >= 500 || statusCode === 429 || statusCode === 409
}

/** Throws it as `StripeUnavailable` when it may pass; everything else is a mistake of ours or of the key. */
export async function asUnavailable(error: unknown): Promise<never> {
  throw isUnknown(error) ? new StripeUnavailable(error as Error) : error
}
