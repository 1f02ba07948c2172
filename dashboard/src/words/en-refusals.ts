import type { RefusalCode } from '@atelier/contract'
import { credits as n } from '../format/numbers.ts'

type Body = Record<string, unknown>
type ByCode = Partial<Record<RefusalCode, (body: Body, error: string) => string>>

const amount = (value: unknown): string => (typeof value === 'number' ? n(value) : '–')

const byCode: ByCode = {
  invalid_request: (_, error) => error,
  unknown_field: (_, error) => error,
  too_many_references: (body) =>
    `At most ${amount(body.limit)} reference photos fit into one job, and ${amount(body.given)} were given.`,
  unauthorized: () => 'Your session has ended. Sign in again.',
  insufficient_credits: ({ required, balance, debt }) =>
    typeof debt === 'number' && debt > 0
      ? `${n(debt)} credits are owed from a returned payment. With them ${amount(required)} are needed, ` +
        `and ${amount(balance)} are left.`
      : `${amount(required)} credits needed, ${amount(balance)} left.`,
  key_inactive: () => 'This account is suspended.',
  second_factor_missing: () =>
    'This service demands a second factor of you. Load the page again to switch it on.',
  scope_missing: () => 'This key may not do that.',
  not_owner: () => 'This belongs to another account.',
  budget_exceeded: () => 'The ceiling of this key does not allow it today.',
  quota_exceeded: () => 'The storage of this account is full. Delete what you no longer need.',
  not_found: () => 'This no longer exists, or never did.',
  client_ref_conflict: () => 'The same order was sent with other contents.',
  client_ref_in_progress: () => 'The same order is just being taken. Wait a second, then send it again.',
  media_not_completed: () => 'It is not finished yet.',
  not_cancellable: () => 'It has started and can no longer be cancelled.',
  key_limit_reached: () => 'This account has all the keys it may have. Revoke one first.',
  file_removed: () => 'The file was removed by the retention rule.',
  erased: () => 'This was erased for good.',
  rate_limited: (body) => `Too many requests. Try again in ${amount(body.retryAfterSeconds)} s.`,
  provider_unavailable: () => 'The generator did not take the job. Try again.',
  provider_rejected: () => 'The generator refused the job. Change the prompt or the photos.',
  service_unavailable: () => 'The service is not available for a moment. Try again.',
}

export const refusals = {
  lost: 'We lost the answer. Check the connection, then send it again.',
  broken: 'Something broke on this page. Reload it.',
  unknownCharge: 'We lost the answer. Send again with this button: it never pays twice.',
  elseWise: (requestId: string) => `Something broke on our side. Quote ${requestId} when you ask.`,
  charged: { none: 'Nothing was charged.', refunded: 'The credits were refunded.' },
  byCode,
}
