import { hashKeys, newRandom, type Random } from '../core/random.ts'
import {
  type Charge,
  type Dispute,
  type Intent,
  newCharge,
  newDispute,
  newIntent,
  newRefund,
  newSession,
  type Refund,
  type Session,
} from './objects.ts'
import { listOf, type Nested, nestedOf, textOf, textsOf } from './parse-form.ts'

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
  data: { object: object }
}

export type Fail = { status: number; error: Record<string, unknown> }

const API_VERSION = '2026-10-28.endive'
const LIST_MAX = 100

/** What becomes of a card that is charged without its owner. */
export type CardBehaviour = 'pays' | 'declined' | 'asks'

/** An account at Stripe: its objects and every event, in the order in which things happened. */
export class Account {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly events: StripeEvent[] = []
  card: CardBehaviour = 'pays'
  readonly #keepsCard = new Set<string>()
  /** Cards that were kept, each with the customer that it belongs to. */
  readonly #keptCards = new Map<string, string>()
  readonly #removed = new Set<string>()
  readonly #random: Random
  readonly #url: string
  readonly #onEvent: (event: StripeEvent) => void
  #made = 0

  constructor(seed: number, url: string, onEvent: (event: StripeEvent) => void) {
    this.#random = newRandom(hashKeys('stripe', seed))
    this.#url = url
    this.#onEvent = onEvent
  }

  #newId(prefix: string): string {
    return `${prefix}_${(++this.#made).toString(36)}x${this.#random.below(2 ** 31).toString(36)}`
  }

  emit(type: string, object: object, given: Partial<StripeEvent> = {}): StripeEvent {
    const event: StripeEvent = {
      id: this.#newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data: { object: structuredClone(object) },
      ...given,
    }
    this.events.push(event)
    this.#onEvent(event)
    return event
  }

  createSession(form: Nested): Session | Fail {
    const price = nestedOf(nestedOf(nestedOf(form.line_items)['0']).price_data)
    const amount = Number(textOf(price.unit_amount))
    const currency = textOf(price.currency)
    if (!(amount > 0) || !currency || form.mode !== 'payment') return invalid('line_items')
    const customer = textOf(form.customer)
    if (customer && this.#removed.has(customer)) return missing('customer', `No such customer: '${customer}'`)
    const id = this.#newId('cs_test')
    const intentData = nestedOf(form.payment_intent_data)
    const session = newSession({
      id,
      created: now(),
      url: `${this.#url}/pay/${id}`,
      livemode: false,
      amount,
      currency,
      customer,
      metadata: textsOf(form.metadata),
      client_reference_id: textOf(form.client_reference_id),
      customer_creation: textOf(form.customer_creation),
      success_url: textOf(form.success_url),
      cancel_url: textOf(form.cancel_url),
      expires_at: Number(textOf(form.expires_at) ?? now() + 86_400),
    })
    this.sessions.set(id, session)
    if (intentData.setup_future_usage === 'off_session') this.#keepsCard.add(id)
    return session
  }

  /** What happens at Stripe when a page is paid. */
  pay(sessionId: string): Intent | undefined {
    const session = this.sessions.get(sessionId)
    if (session?.status !== 'open') return undefined
    session.customer ??= this.#newId('cus')
    const intent = newIntent({
      id: this.#newId('pi'),
      created: now(),
      livemode: false,
      amount: session.amount_total,
      currency: session.currency,
      customer: session.customer,
      payment_method: this.#newId('pm'),
      setup_future_usage: this.#keepsCard.has(sessionId) ? 'off_session' : null,
      metadata: session.metadata,
    })
    if (intent.setup_future_usage) this.#keptCards.set(intent.payment_method ?? '', session.customer)
    Object.assign(session, {
      payment_intent: intent.id,
      payment_status: 'paid',
      status: 'complete',
      url: null,
    })
    this.#succeed(intent)
    this.emit('checkout.session.completed', session)
    return intent
  }

  #succeed(intent: Intent): void {
    const charge = newCharge(intent, this.#newId('ch'), `${this.#url}/receipts/${intent.id}`)
    this.charges.set(charge.id, charge)
    Object.assign(intent, { amount_received: intent.amount, latest_charge: charge.id, status: 'succeeded' })
    this.intents.set(intent.id, intent)
    this.emit('charge.succeeded', charge)
    this.emit('payment_intent.succeeded', intent)
  }

  createIntent(form: Nested): Intent | Fail {
    const intent = newIntent({
      id: this.#newId('pi'),
      created: now(),
      livemode: false,
      amount: Number(textOf(form.amount)),
      currency: textOf(form.currency) ?? '',
      customer: textOf(form.customer),
      payment_method: textOf(form.payment_method),
      setup_future_usage: null,
      metadata: textsOf(form.metadata),
    })
    if (!(intent.amount > 0) || !intent.currency || !intent.payment_method) return invalid('amount')
    const { customer, payment_method: card } = intent
    if (customer && this.#removed.has(customer)) return missing('customer', `No such customer: '${customer}'`)
    if (this.#keptCards.get(card) !== customer)
      return missing('payment_method', `The customer does not have a payment method with the ID ${card}.`)
    if (this.card === 'pays') {
      this.#succeed(intent)
      return intent
    }
    const code = this.card === 'asks' ? 'authentication_required' : 'card_declined'
    const error = { type: 'card_error', code, decline_code: code, message: 'Your card was declined.' }
    Object.assign(intent, { last_payment_error: error })
    this.intents.set(intent.id, intent)
    this.emit('payment_intent.payment_failed', intent)
    return { status: 402, error: { ...error, payment_intent: intent } }
  }

  /** With the cards that were kept for it. */
  removeCustomer(id: string): object {
    this.#removed.add(id)
    return { id, object: 'customer', deleted: true }
  }

  refund(intentId: string, amount: number): Refund | undefined {
    const charge = this.#chargeOf(intentId)
    if (!charge) return undefined
    const one = newRefund(charge, { id: this.#newId('re'), amount, created: now() })
    this.refunds.set(one.id, one)
    charge.amount_refunded += amount
    this.emit('refund.created', { ...one, status: 'pending' })
    this.emit('refund.updated', one)
    this.emit('charge.refunded', charge)
    return one
  }

  failRefund(id: string): Refund | undefined {
    const one = this.refunds.get(id)
    if (!one) return undefined
    one.status = 'failed'
    this.emit('refund.failed', one)
    return one
  }

  dispute(intentId: string, amount: number): Dispute | undefined {
    const charge = this.#chargeOf(intentId)
    if (!charge) return undefined
    const one = newDispute(charge, { id: this.#newId('dp'), amount, created: now() })
    this.disputes.set(one.id, one)
    this.emit('charge.dispute.created', one)
    this.emit('charge.dispute.funds_withdrawn', one)
    return one
  }

  closeDispute(id: string, status: 'won' | 'lost'): Dispute | undefined {
    const one = this.disputes.get(id)
    if (!one) return undefined
    this.emit('charge.dispute.updated', { ...one, status: 'under_review' })
    one.status = status
    this.emit('charge.dispute.closed', one)
    if (status === 'won') this.emit('charge.dispute.funds_reinstated', one)
    return one
  }

  expire(sessionId: string): Session | undefined {
    const session = this.sessions.get(sessionId)
    if (session?.status !== 'open') return undefined
    Object.assign(session, { status: 'expired', url: null })
    this.emit('checkout.session.expired', session)
    return session
  }

  #chargeOf(intentId: string): Charge | undefined {
    return this.charges.get(this.intents.get(intentId)?.latest_charge ?? '')
  }

  /** An intent with its charge in place of the name, where the caller asked for that. */
  showIntent(intent: Intent, expand: string[], at = 'latest_charge'): object {
    if (!expand.includes(at)) return intent
    return { ...intent, latest_charge: this.charges.get(intent.latest_charge ?? '') ?? null }
  }

  showSession(session: Session, expand: string[]): object {
    const intent = this.intents.get(session.payment_intent ?? '')
    const isWanted = expand.some((one) => one.startsWith('payment_intent'))
    return isWanted && intent
      ? { ...session, payment_intent: this.showIntent(intent, expand, 'payment_intent.latest_charge') }
      : session
  }

  listEvents(query: URLSearchParams): object {
    const types = listOf(query, 'types')
    const since = Number(query.get('created[gte]') ?? 0)
    const found = this.events
      .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
      .reverse()
    return page(found, query, '/v1/events')
  }

  listIntents(query: URLSearchParams): object {
    const since = Number(query.get('created[gte]') ?? 0)
    const found = [...this.intents.values()]
      .filter(({ customer, created }) => customer === query.get('customer') && created >= since)
      .reverse()
    return page(found, query, '/v1/payment_intents')
  }
}

const now = (): number => Math.floor(Date.now() / 1000)

function page(found: { id: string }[], query: URLSearchParams, url: string): object {
  const limit = Math.min(Number(query.get('limit') ?? 10), LIST_MAX)
  const after = query.get('starting_after')
  const from = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1
  const data = found.slice(from, from + limit)
  return { object: 'list', data, has_more: from + limit < found.length, url }
}

const invalid = (param: string): Fail => ({
  status: 400,
  error: { type: 'invalid_request_error', code: 'parameter_missing', param, message: `Missing: ${param}.` },
})

const missing = (param: string, message: string): Fail => ({
  status: 400,
  error: { type: 'invalid_request_error', code: 'resource_missing', param, message },
})
