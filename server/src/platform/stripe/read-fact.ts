import { z } from 'zod'
import type { Fact, News, PaidFact, ReturnFact } from './fact.ts'

/** An id, or the object with it: some fields are expanded where we ask for them. */
const ref = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish()
const metadata = z.looseObject({ checkout: z.string().optional(), kind: z.string().optional() }).nullish()
const amount = z.int().min(0)
const currency = z.string()

const Session = z.object({
  mode: z.string(),
  payment_status: z.string(),
  payment_intent: ref,
  customer: ref,
  metadata,
  amount_total: amount.nullish(),
  currency: currency.nullish(),
})
const Intent = z.object({
  id: z.string(),
  amount_received: amount,
  currency,
  customer: ref,
  payment_method: ref,
  setup_future_usage: z.string().nullish(),
  metadata,
})
const Charge = z.object({
  payment_intent: ref,
  receipt_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  metadata,
})
const Refund = z.object({ id: z.string(), payment_intent: ref, amount, status: z.string().nullish() })
const Dispute = z.object({ id: z.string(), payment_intent: ref, amount, status: z.string() })

const EventBody = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(100),
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})

export type StripeEventBody = z.infer<typeof EventBody>

type Reader = (object: unknown, type: string) => Fact | undefined

/** Which events are read. All others are answered and forgotten. */
const readers: Record<string, Reader> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'checkout.session.async_payment_failed': readEnd('declined'),
  'checkout.session.expired': readEnd('expired'),
  'payment_intent.succeeded': readIntent,
  'payment_intent.payment_failed': readFailedIntent,
  'payment_intent.canceled': readFailedIntent,
  'charge.succeeded': readCharge,
  'charge.updated': readCharge,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.refund.updated': readRefund,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.closed': readDispute,
  'charge.dispute.funds_withdrawn': readDispute,
  'charge.dispute.funds_reinstated': readDispute,
}

export const eventTypes = Object.keys(readers)

/**
 * What an event says, if it is of use. Only the fields that are read are checked, so an event of an older or
 * newer version of the API is understood. Undefined: about something that is not ours, or says nothing new.
 */
export function readNews(body: unknown): News | undefined {
  const event = EventBody.parse(body)
  const fact = readers[event.type]?.(event.data.object, event.type)
  if (!fact) return undefined
  const subject = 'intentId' in fact ? fact.intentId : fact.checkoutId
  const createdAt = new Date(event.created * 1000)
  return { id: event.id, type: event.type, isLive: event.livemode, createdAt, subject, fact }
}

function readSession(object: unknown): PaidFact | undefined {
  const session = Session.parse(object)
  const checkoutId = session.metadata?.checkout
  if (!checkoutId || session.mode !== 'payment' || session.payment_status !== 'paid') return undefined
  if (!session.payment_intent || session.amount_total == null || !session.currency) return undefined
  return {
    kind: 'paid',
    checkoutId,
    intentId: session.payment_intent,
    amount: session.amount_total,
    currency: session.currency,
    customerId: session.customer ?? null,
    keptMethodId: null,
  }
}

function readIntent(object: unknown): PaidFact | undefined {
  const intent = Intent.parse(object)
  const checkoutId = intent.metadata?.checkout
  if (!checkoutId) return undefined
  const isKept = intent.setup_future_usage === 'off_session'
  return {
    kind: 'paid',
    checkoutId,
    intentId: intent.id,
    amount: intent.amount_received,
    currency: intent.currency,
    customerId: intent.customer ?? null,
    keptMethodId: (isKept && intent.payment_method) || null,
  }
}

/** On a page another card may follow; a top-up has ended. */
function readFailedIntent(object: unknown): Fact | undefined {
  const { metadata: named } = Intent.parse(object)
  if (!named?.checkout || named.kind !== 'top_up') return undefined
  return { kind: 'ended', checkoutId: named.checkout, as: 'declined' }
}

function readEnd(as: 'expired' | 'declined'): Reader {
  return (object) => {
    const checkoutId = Session.parse(object).metadata?.checkout
    return checkoutId ? { kind: 'ended', checkoutId, as } : undefined
  }
}

function readCharge(object: unknown): Fact | undefined {
  const { payment_intent: intentId, receipt_url: receiptUrl, metadata: named } = Charge.parse(object)
  return named?.checkout && intentId && receiptUrl ? { kind: 'receipt', intentId, receiptUrl } : undefined
}

/** A refund that failed or was cancelled returned nothing. */
const REFUND_STAGES: Record<string, number> = { succeeded: 1, failed: 2, canceled: 2 }

function readRefund(object: unknown): ReturnFact | undefined {
  const { id, payment_intent: intentId, amount: returned, status } = Refund.parse(object)
  if (!intentId) return undefined
  const stage = REFUND_STAGES[status ?? ''] ?? 0
  return {
    kind: 'refund',
    id,
    intentId,
    amount: returned,
    status: status ?? 'pending',
    stage,
    isCounted: stage < 2,
  }
}

/** An inquiry takes no money; a dispute does, until it is won. */
const DISPUTE_STAGES: Record<string, number> = {
  needs_response: 1,
  under_review: 2,
  lost: 3,
  won: 3,
  prevented: 3,
  appeal_needs_response: 4,
  appeal_under_review: 5,
}

function readDispute(object: unknown, type: string): ReturnFact | undefined {
  const { id, payment_intent: intentId, amount: disputed, status } = Dispute.parse(object)
  if (!intentId) return undefined
  const isCounted = !status.startsWith('warning_') && status !== 'won' && status !== 'prevented'
  // Money that comes back comes with or after the verdict.
  const later = type === 'charge.dispute.closed' || type.endsWith('reinstated') ? 6 : 0
  const stage = (DISPUTE_STAGES[status] ?? 0) + later
  return { kind: 'dispute', id, intentId, amount: disputed, status, stage, isCounted }
}
