import type { ErrorCode } from '@atelier/contract'

/**
 * `errorCode`: of the failed job. `refusal`: the answer to a caller who waits for the submit. `isTemporary`:
 * a refused submit may be sent again as it is. `says`: instead of the provider's own words, which are about
 * our account there and not about the job.
 */
type Consequence = {
  errorCode: ErrorCode
  refusal: 'provider_unavailable' | 'provider_rejected'
  isTemporary: boolean
  says?: string
}

const unavailable = { errorCode: 'provider_error', refusal: 'provider_unavailable' } as const
const ourAccount = { ...unavailable, isTemporary: false, says: 'The provider takes no jobs at the moment' }

/**
 * What can go wrong at a provider, and the only place that decides what follows. Each adapter translates the
 * statuses, codes and texts of its provider into one of these classes.
 */
const consequences = {
  moderation: { errorCode: 'content_rejected', refusal: 'provider_rejected', isTemporary: false },
  invalid_input: { errorCode: 'provider_error', refusal: 'provider_rejected', isTemporary: false },
  input_unreachable: { errorCode: 'reference_unusable', refusal: 'provider_rejected', isTemporary: false },
  quota: ourAccount,
  auth: ourAccount,
  rate: { ...unavailable, isTemporary: true },
  provider_transient: { ...unavailable, isTemporary: true },
  provider_failed: { ...unavailable, isTemporary: false },
  timeout: { ...unavailable, errorCode: 'timeout', isTemporary: false },
  expired: { ...unavailable, errorCode: 'storage_failed', isTemporary: false },
  unknown: { ...unavailable, isTemporary: false },
} as const satisfies Record<string, Consequence>

export type ErrorClass = keyof typeof consequences

/** An error as a provider told it. */
export type ProviderError = { class: ErrorClass; message: string }

export const consequenceOf = (errorClass: ErrorClass): Consequence => consequences[errorClass]

/** Of refused submits that may be sent again as they are. */
export const temporaryClasses = (Object.keys(consequences) as ErrorClass[]).filter(
  (one) => consequences[one].isTemporary,
)

/** The failure of a job that ends by this error. */
export const failureOf = (error: ProviderError) => ({
  errorCode: consequenceOf(error.class).errorCode,
  message: consequenceOf(error.class).says ?? error.message,
  errorClass: error.class,
})
