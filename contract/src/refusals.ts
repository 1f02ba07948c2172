import { z } from 'zod'

/** Every code of a refusal, with its HTTP status. `retryable`: the same request may succeed later. */
export const refusals = {
  invalid_request: { status: 400, retryable: false },
  invalid_json: { status: 400, retryable: false },
  body_too_large: { status: 400, retryable: false },
  unknown_field: { status: 400, retryable: false },
  wrong_id_kind: { status: 400, retryable: false },
  too_many_references: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  insufficient_credits: { status: 402, retryable: false },
  key_inactive: { status: 403, retryable: false },
  second_factor_missing: { status: 403, retryable: false },
  scope_missing: { status: 403, retryable: false },
  not_owner: { status: 403, retryable: false },
  budget_exceeded: { status: 403, retryable: true },
  quota_exceeded: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  client_ref_conflict: { status: 409, retryable: false },
  client_ref_in_progress: { status: 409, retryable: true },
  cep_limit_reached: { status: 409, retryable: false },
  idempotency_conflict: { status: 409, retryable: true },
  media_not_completed: { status: 409, retryable: true },
  not_cancellable: { status: 409, retryable: false },
  key_limit_reached: { status: 409, retryable: false },
  file_removed: { status: 410, retryable: false },
  erased: { status: 410, retryable: false },
  rate_limited: { status: 429, retryable: true },
  internal_error: { status: 500, retryable: true },
  provider_unavailable: { status: 503, retryable: true },
  provider_rejected: { status: 503, retryable: false },
  /** The service itself is temporarily unavailable, for example while its database restarts. */
  service_unavailable: { status: 503, retryable: true },
} as const

export type RefusalCode = keyof typeof refusals

export const refusalCodes = Object.keys(refusals) as RefusalCode[]

/**
 * What happened to the credits. `unknown` only when the database's response to a commit was lost and the
 * outcome could not be read in time: the caller repeats the request with the same `clientRef`, which is
 * charged once.
 */
const Charged = z.enum(['none', 'refunded', 'unknown'])

export const ErrorBody = z
  .looseObject({
    error: z.string().meta({ description: 'What happened and what to do next' }),
    code: z
      .enum(refusalCodes as [RefusalCode, ...RefusalCode[]])
      .describe('What kind of error it is: one of a fixed set'),
    charged: Charged.meta({
      description: 'What happened to the credits of this request; after `unknown`, send it again',
    }),
    requestId: z.string().meta({ description: 'Also in the header X-Request-Id' }),
  })
  .meta({ id: 'Error' })
