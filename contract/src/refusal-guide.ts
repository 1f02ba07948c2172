import { z } from 'zod'
import { Cep } from './ceps.ts'
import { cep, ids } from './examples/story.ts'
import { idSchema } from './ids.ts'
import { scopes } from './keys.ts'
import { JSON_BODY_BYTES, REFERENCES_PER_JOB } from './limits.ts'
import { mediaStatuses } from './media.ts'
import type { RefusalCode } from './refusals.ts'
import { time } from './text.ts'

/** What a refusal means to whoever reads it, and what the body carries beside the usual fields. */
export type RefusalGuide = {
  meaning: string
  advice: string
  fields?: z.ZodObject<Record<string, z.ZodType>>
  example: { error: string; charged?: 'refunded' } & Record<string, unknown>
}

const field = z.string().meta({ description: 'The field that is meant' })
const status = z.enum(mediaStatuses).meta({ description: 'How the job stands' })
const atProvider = z.object({
  balance: z.int().meta({ description: 'With the refund' }),
  id: idSchema('media').meta({ description: 'The failed job, which stays listed' }),
})

const guide = <Fields extends Record<string, z.ZodType>>(
  meaning: string,
  advice: string,
  error: string,
  fields: z.ZodObject<Fields>,
  example: z.output<z.ZodObject<Fields>> & { charged?: 'refunded' },
): RefusalGuide => ({ meaning, advice, fields, example: { error, ...example } })

const plain = (meaning: string, advice: string, error: string): RefusalGuide => ({
  meaning,
  advice,
  example: { error },
})

export const refusalGuide: Record<RefusalCode, RefusalGuide> = {
  invalid_request: guide(
    'A field is missing or wrong.',
    'Mend the named field; the same request will not pass.',
    'prompt must be at most 1000 characters.',
    z.object({ field }),
    { field: 'prompt' },
  ),
  invalid_json: plain(
    'The body is not valid JSON.',
    'Send one JSON object, in UTF-8, with every name once.',
    'The body is not valid JSON.',
  ),
  body_too_large: guide(
    'The body or the file is too large.',
    'Send less; files go as a form or by address, never inside JSON.',
    `The body has more than ${JSON_BODY_BYTES} bytes.`,
    z.object({ limit: z.int().meta({ description: 'In bytes' }) }),
    { limit: JSON_BODY_BYTES },
  ),
  unknown_field: guide(
    'This endpoint changes one field only, and another was sent.',
    'Send the fields in the table and no others.',
    'description: only name can be changed.',
    z.object({ field }),
    { field: 'description' },
  ),
  wrong_id_kind: guide(
    'A good id, but of another kind of thing.',
    'Look at the prefix of the id and send one of the expected kind.',
    'productId must be a product id, not a CEP id.',
    z.object({ field, expected: z.string(), given: z.string() }),
    { field: 'productId', expected: 'product', given: 'cep' },
  ),
  too_many_references: guide(
    `More than ${REFERENCES_PER_JOB} different references were named.`,
    `Name at most ${REFERENCES_PER_JOB} in all.`,
    `A job takes at most ${REFERENCES_PER_JOB} references.`,
    z.object({ limit: z.int(), given: z.int() }),
    { limit: REFERENCES_PER_JOB, given: 7 },
  ),
  unauthorized: plain(
    'No key, a wrong key, or two different ones.',
    'Send one key as x-api-key or as Authorization: Bearer. Ask the owner for a key.',
    'This API key is not known.',
  ),
  insufficient_credits: guide(
    'The balance does not cover the price. Nothing was charged.',
    'Order something cheaper, or ask the owner for credits.',
    'This costs 400 credits and the balance is 120. Nothing was charged.',
    z.object({ balance: z.int(), required: z.int() }),
    { balance: 120, required: 400 },
  ),
  key_inactive: plain(
    'The key is revoked or expired, or its user is suspended.',
    'Stop and tell the owner; no request will pass with this key.',
    'This API key is revoked, expired or suspended.',
  ),
  scope_missing: guide(
    'The key may not do this.',
    'Ask the owner for a key with the named scope.',
    'This API key lacks the scope generate.',
    z.object({ scope: z.enum(scopes) }),
    { scope: 'generate' },
  ),
  not_owner: guide(
    'What the field names is not yours.',
    'List your own and take an id from there.',
    'productId: not one of yours.',
    z.object({ field }),
    { field: 'productId' },
  ),
  budget_exceeded: guide(
    'The limits that the owner gave this key do not allow it.',
    'Wait until resetsAt, order something cheaper, or ask the owner to raise the limit.',
    'This key may spend 20000 credits a day and has spent 19800.',
    z.object({ limit: z.int(), spent: z.int(), required: z.int(), resetsAt: time() }),
    { limit: 20_000, spent: 19_800, required: 400, resetsAt: '2026-11-15T00:00:00.000Z' },
  ),
  not_found: plain(
    'Nothing of yours has this id, or there is nothing at this address.',
    'List your own and take an id from there.',
    'There is no such media among yours.',
  ),
  client_ref_conflict: guide(
    'This clientRef already names a job with another body.',
    'Read the job under existingId, or send a new clientRef.',
    'clientRef winter-mug-1 already names another job.',
    z.object({ existingId: idSchema('media') }),
    { existingId: ids.picture },
  ),
  client_ref_in_progress: plain(
    'A request with this clientRef is being answered right now.',
    'Send the same again after Retry-After: it will be answered with the same job.',
    'A request with this clientRef is on its way. Send it again in 1 s.',
  ),
  cep_limit_reached: guide(
    'The product or topic has 30 active CEPs.',
    'Delete one of those in existing, then send it again.',
    'There are 30 active CEPs here, which is the limit. Delete one and send it again.',
    z.object({ existing: z.array(Cep).meta({ description: 'All of them, oldest first' }) }),
    { existing: [cep] },
  ),
  idempotency_conflict: guide(
    'This idempotencyKey was sent with another body, or is being taken right now.',
    'When inFlight is true send the same again after Retry-After; otherwise send a new key.',
    'This idempotencyKey was sent before with another body. Send a new one for a new report.',
    z.object({ inFlight: z.boolean().meta({ description: 'Whether the same key is being taken now' }) }),
    { inFlight: false },
  ),
  media_not_completed: guide(
    'The job has no file yet.',
    'Poll it until it is completed, then send the same again.',
    'This media is not completed.',
    z.object({ status }),
    { status: 'processing' },
  ),
  not_cancellable: guide(
    'Only a queued job can be cancelled.',
    'Let it finish; a job that fails is refunded by itself.',
    'Only a queued job can be cancelled; this one is processing.',
    z.object({ status }),
    { status: 'processing' },
  ),
  key_limit_reached: plain(
    'There are 10 active keys.',
    'Revoke one that is no longer used.',
    'There are 10 active keys, which is the limit. Revoke one.',
  ),
  file_removed: plain(
    'The file was removed after the retention time of this service.',
    'Make it again; attach what must stay to a product.',
    'This file was removed after its retention time.',
  ),
  rate_limited: guide(
    'Too many requests of this class in one minute.',
    'Wait for Retry-After, then send the same again.',
    'The limit of 10 of these a minute is used up. Send it again in 42 s.',
    z.object({ retryAfterSeconds: z.int() }),
    { retryAfterSeconds: 42 },
  ),
  internal_error: plain(
    'A bug of ours. Nothing was charged.',
    'Send it once more with the same clientRef; if it stays, tell us the requestId.',
    'Something went wrong on our side. Send it again; tell us the requestId if it stays.',
  ),
  provider_unavailable: guide(
    'The generator did not take the job. The charge was refunded.',
    'Send it again in a while; the clientRef is free again.',
    'The provider is not available. The 400 credits were refunded.',
    atProvider,
    { balance: 10_000, id: ids.picture, charged: 'refunded' },
  ),
  provider_rejected: guide(
    'The generator refuses this content. The charge was refunded.',
    'Change the prompt or the references.',
    'The provider refuses this content. The 400 credits were refunded.',
    atProvider,
    { balance: 10_000, id: ids.picture, charged: 'refunded' },
  ),
  service_unavailable: plain(
    'The service cannot answer for a moment.',
    'Send the same, with the same clientRef, after Retry-After: it is never charged twice.',
    'The service cannot answer for a moment. Send it again in a few seconds.',
  ),
}
