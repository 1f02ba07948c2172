// Generated from the contract by `pnpm client:write`; do not edit.

/** What to do after each refusal, and whether the same request may succeed later. */
export const refusals = {
  invalid_request: { retryable: false, hint: 'Correct the field in field, and all in fields if there are several; the same request fails again.' },
  invalid_json: { retryable: false, hint: 'Send one JSON object in UTF-8.' },
  body_too_large: { retryable: false, hint: 'Send less. Send files as a form or by URL, not inside JSON.' },
  unknown_field: { retryable: false, hint: 'Send only the documented fields.' },
  wrong_id_kind: { retryable: false, hint: 'Send an id of the kind in expected; the prefix of an id shows its kind.' },
  too_many_references: { retryable: false, hint: 'Send at most 5 references in total.' },
  unauthorized: { retryable: false, hint: 'Send one key as x-api-key or as Authorization: Bearer. Keys come from the owner.' },
  insufficient_credits: { retryable: false, hint: 'With debt, ask the owner to pay it; otherwise submit something cheaper, or ask the owner for credits.' },
  key_inactive: { retryable: false, hint: 'Stop and tell the owner: every request with this key fails.' },
  second_factor_missing: { retryable: false, hint: 'Switch it on: on the page that the dashboard opens, or with POST /api/account/factor.' },
  scope_missing: { retryable: false, hint: 'Ask the owner for a key with the scope in scope.' },
  not_owner: { retryable: false, hint: 'Use an id from your own lists.' },
  budget_exceeded: { retryable: true, hint: 'Submit something cheaper, wait until resetsAt unless it is null, or ask the owner to raise the limit.' },
  quota_exceeded: { retryable: false, hint: 'Delete what you no longer need, or ask the operator for more. GET /api/gen/quotas shows what is used.' },
  not_found: { retryable: false, hint: 'Use an id from your own lists.' },
  client_ref_conflict: { retryable: false, hint: 'Read the job in existingId, or send a new clientRef.' },
  client_ref_in_progress: { retryable: true, hint: 'Send the same request again after Retry-After: it returns the same job.' },
  cep_limit_reached: { retryable: false, hint: 'Delete one of the CEPs in existing, then send the request again.' },
  idempotency_conflict: { retryable: true, hint: 'If inFlight is true, send the same request again after Retry-After; otherwise send a new key.' },
  media_not_completed: { retryable: true, hint: 'Poll a waiting job until it is completed, then send the request again.' },
  not_cancellable: { retryable: false, hint: 'Poll it until it ends; a job that fails or stalls is refunded.' },
  key_limit_reached: { retryable: false, hint: 'Revoke a key that is no longer used.' },
  file_removed: { retryable: false, hint: 'Submit the job again. Attach media to a product to keep it.' },
  erased: { retryable: false, hint: 'Do not ask for it again. To have it once more, make it again under a new clientRef.' },
  rate_limited: { retryable: true, hint: 'Wait for Retry-After, then send the same request again.' },
  internal_error: { retryable: true, hint: 'Send the same request once more, a submit with the same clientRef; if it fails again, report the requestId.' },
  provider_unavailable: { retryable: true, hint: 'Send the request again later; the same clientRef can be used.' },
  provider_rejected: { retryable: false, hint: 'Change the prompt or the references, then submit again.' },
  service_unavailable: { retryable: true, hint: 'Send the same request after Retry-After, a submit with the same clientRef: it is charged once.' },
}

export type RefusalCode = keyof typeof refusals
