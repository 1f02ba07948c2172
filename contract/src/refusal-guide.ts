import { z } from 'zod'
import { Cep } from './ceps.ts'
import { guide, plain, type RefusalGuide } from './describe-refusal.ts'
import { cep, ids } from './examples/example-records.ts'
import { idSchema } from './ids.ts'
import { scopes } from './keys.ts'
import { JSON_BODY_BYTES, REFERENCES_PER_JOB } from './limits.ts'
import { mediaStatuses } from './media.ts'
import { quotaNames } from './quotas.ts'
import type { RefusalCode } from './refusals.ts'
import { time } from './text.ts'

const field = z.string().meta({ description: 'The field that the error is about' })
const status = z.enum(mediaStatuses).meta({ description: 'The status of the job' })
const atProvider = z.object({
  balance: z.int().meta({ description: 'The balance after the refund' }),
  id: idSchema('media').meta({ description: 'The failed job, which stays listed' }),
})

export const refusalGuide: Record<RefusalCode, RefusalGuide> = {
  invalid_request: guide(
    'A field is missing or invalid.',
    'Correct the field in field, and all in fields if there are several; the same request fails again.',
    z.object({
      field,
      fields: z
        .array(z.string())
        .optional()
        .meta({ description: 'All missing and invalid fields of the body or query, up to 20' }),
    }),
    { error: 'prompt must be at most 1000 characters.', field: 'prompt' },
  ),
  invalid_json: plain(
    'The body is not valid JSON.',
    'Send one JSON object in UTF-8.',
    'The body is not valid JSON.',
  ),
  body_too_large: guide(
    'The body or the file is too large.',
    'Send less. Send files as a form or by URL, not inside JSON.',
    z.object({ limit: z.int().meta({ description: 'In bytes' }) }),
    { error: `The body is larger than ${JSON_BODY_BYTES} bytes.`, limit: JSON_BODY_BYTES },
  ),
  unknown_field: guide(
    'The request has a field that cannot be changed.',
    'Send only the documented fields.',
    z.object({ field }),
    { error: 'description cannot be changed: only the name of a product can.', field: 'description' },
  ),
  wrong_id_kind: guide(
    'The id is well-formed but of another kind.',
    'Send an id of the kind in expected; the prefix of an id shows its kind.',
    z.object({
      field,
      expected: z.string().describe('The kind that is needed'),
      given: z.string().describe('The kind that was sent'),
    }),
    {
      error: 'productId must be a product id, not a CEP id.',
      field: 'productId',
      expected: 'product',
      given: 'cep',
    },
  ),
  too_many_references: guide(
    `The request names more than ${REFERENCES_PER_JOB} different references.`,
    `Send at most ${REFERENCES_PER_JOB} references in total.`,
    z.object({
      limit: z.int().describe('How many are allowed'),
      given: z.int().describe('How many were sent'),
    }),
    {
      error: `The request names 7 references; the limit is ${REFERENCES_PER_JOB}. Send fewer.`,
      limit: REFERENCES_PER_JOB,
      given: 7,
    },
  ),
  unauthorized: plain(
    'The API key is missing or invalid, or two different keys were sent.',
    'Send one key as x-api-key or as Authorization: Bearer. Keys come from the owner.',
    'This API key is not valid.',
  ),
  insufficient_credits: guide(
    'The balance does not cover the price, or the account has a debt. Nothing was charged.',
    'With debt, ask the owner to pay it; otherwise submit something cheaper, or ask the owner for credits.',
    z.object({
      balance: z.int().describe('The balance now'),
      required: z.int().meta({ description: 'The price, and the debt if there is one' }),
      debt: z
        .int()
        .optional()
        .meta({
          description:
            'Credits that are owed, because a payment was returned after they were spent; ' +
            'until they are paid every live submit is refused',
        }),
    }),
    {
      error: 'This costs 400 credits and the balance is 120. Nothing was charged.',
      balance: 120,
      required: 400,
    },
  ),
  key_inactive: plain(
    'The key is revoked or expired, or its user is suspended.',
    'Stop and tell the owner: every request with this key fails.',
    'This API key is revoked or expired, or its user is suspended.',
  ),
  second_factor_missing: plain(
    'The operator demands a second factor of this user, and none is on.',
    'Switch it on: on the page that the dashboard opens, or with POST /api/account/factor.',
    'Switch a second factor on first: this service demands one of you.',
  ),
  scope_missing: guide(
    'The key lacks the scope for this endpoint.',
    'Ask the owner for a key with the scope in scope.',
    z.object({ scope: z.enum(scopes).describe('The scope that is missing') }),
    { error: 'This API key lacks the scope generate.', scope: 'generate' },
  ),
  not_owner: guide(
    'The id in field belongs to another user; as the target of a CEP it may also be absent.',
    'Use an id from your own lists.',
    z.object({ field }),
    { error: 'productId names a product of another user.', field: 'productId' },
  ),
  budget_exceeded: guide(
    'A credit limit of this key does not allow the job. Nothing was charged.',
    'Submit something cheaper, wait until resetsAt unless it is null, or ask the owner to raise the limit.',
    z.object({
      limit: z.int().describe('The limit of this key, in credits'),
      spent: z.int().describe('What the key spent today; 0 when the limit is for one job'),
      required: z.int().describe('The price of the job'),
      resetsAt: time()
        .nullable()
        .meta({ description: 'null when the limit is for one job: then waiting does not help' }),
    }),
    {
      error:
        'This costs 400 credits; this key has spent 19800 of its 20000 for today. ' +
        'The limit resets at 2026-11-15T00:00:00.000Z. Nothing was charged.',
      limit: 20_000,
      spent: 19_800,
      required: 400,
      resetsAt: '2026-11-15T00:00:00.000Z',
    },
  ),
  quota_exceeded: guide(
    'You store as much as this service allows. Nothing was stored or charged.',
    'Delete what you no longer need, or ask the operator for more. GET /api/gen/quotas shows what is used.',
    z.object({
      quota: z.enum(quotaNames).describe('Which limit was reached'),
      limit: z.int().describe('How much may be stored'),
      used: z.int().meta({ description: 'Before this request' }),
    }),
    {
      error:
        'The limit of 10737418240 for uploadBytes would be exceeded: 10730112334 are used. ' +
        'Delete uploads that you no longer need (DELETE /api/gen/assets/{id}). Nothing more was stored.',
      quota: 'uploadBytes',
      limit: 10_737_418_240,
      used: 10_730_112_334,
    },
  ),
  not_found: plain(
    'Nothing of yours has this id, or the endpoint does not exist.',
    'Use an id from your own lists.',
    'You have no media with this id.',
  ),
  client_ref_conflict: guide(
    'This clientRef was used for a job with another body.',
    'Read the job in existingId, or send a new clientRef.',
    z.object({ existingId: idSchema('media').describe('The job that has this clientRef') }),
    {
      error: 'This clientRef was used with another body. Send a new one for a new job.',
      existingId: ids.image,
    },
  ),
  client_ref_in_progress: plain(
    'Another request with this clientRef is in progress.',
    'Send the same request again after Retry-After: it returns the same job.',
    'A request with this clientRef is in progress. Send it again in 1 s.',
  ),
  cep_limit_reached: guide(
    'The product or topic has 30 active CEPs, which is the limit.',
    'Delete one of the CEPs in existing, then send the request again.',
    z.object({ existing: z.array(Cep).meta({ description: 'All active CEPs, oldest first' }) }),
    {
      error: 'The limit of 30 active CEPs is reached. Delete one and send the request again.',
      existing: [cep],
    },
  ),
  idempotency_conflict: guide(
    'This idempotencyKey was used with another body, or a report with it is in progress.',
    'If inFlight is true, send the same request again after Retry-After; otherwise send a new key.',
    z.object({
      inFlight: z.boolean().meta({ description: 'Whether a report with this key is in progress' }),
    }),
    {
      error: 'This idempotencyKey was used with another body. Send a new one for a new report.',
      inFlight: false,
    },
  ),
  media_not_completed: guide(
    'The job has no file.',
    'Poll a waiting job until it is completed, then send the request again.',
    z.object({ status }),
    { error: 'This media is not completed yet. Poll it until it is.', status: 'processing' },
  ),
  not_cancellable: guide(
    'Only a queued job can be cancelled.',
    'Poll it until it ends; a job that fails or stalls is refunded.',
    z.object({ status }),
    {
      error: 'The job is already rendering. Poll it; if it fails or stalls, its credits are refunded.',
      status: 'processing',
    },
  ),
  key_limit_reached: plain(
    'The user has 10 active keys, which is the limit.',
    'Revoke a key that is no longer used.',
    'The limit of 10 active keys is reached. Revoke one first.',
  ),
  file_removed: plain(
    'The file was deleted, or removed by the retention policy of this service.',
    'Submit the job again. Attach media to a product to keep it.',
    'This file was removed on 2026-12-14 by the retention policy of this service. ' +
      'Media attached to a product is not removed.',
  ),
  erased: guide(
    'The owner erased it. It cannot be restored.',
    'Do not ask for it again. To have it once more, make it again under a new clientRef.',
    z.object({ erasedAt: time().describe('When it was erased') }),
    {
      error: 'This was erased on 2026-11-14 and cannot be restored.',
      erasedAt: '2026-11-14T12:00:00.000Z',
    },
  ),
  rate_limited: guide(
    'Too many requests of this class within 60 seconds.',
    'Wait for Retry-After, then send the same request again.',
    z.object({ retryAfterSeconds: z.int().describe('Seconds to wait') }),
    {
      error: 'Limit of 10 requests a minute reached. Send the request again in 42 s.',
      retryAfterSeconds: 42,
    },
  ),
  internal_error: plain(
    'An internal error. Nothing was charged.',
    'Send the same request once more, a submit with the same clientRef; if it fails again, report the ' +
      'requestId.',
    'Internal error. Send the request again; if it fails again, report the requestId.',
  ),
  provider_unavailable: guide(
    'The provider did not accept the job. The credits were refunded.',
    'Send the request again later; the same clientRef can be used.',
    atProvider,
    {
      error: 'The provider cannot be reached. The 400 credits were refunded. Submit again later.',
      balance: 10_000,
      id: ids.image,
      charged: 'refunded',
    },
  ),
  provider_rejected: guide(
    'The provider rejected the content. The credits were refunded.',
    'Change the prompt or the references, then submit again.',
    atProvider,
    {
      error:
        'The content was rejected. The 400 credits were refunded. ' +
        'Change the prompt or the references, then submit again.',
      balance: 10_000,
      id: ids.image,
      charged: 'refunded',
    },
  ),
  service_unavailable: plain(
    'The service is temporarily unavailable.',
    'Send the same request after Retry-After, a submit with the same clientRef: it is charged once.',
    'The service is temporarily unavailable. Send the request again in a few seconds.',
  ),
}
