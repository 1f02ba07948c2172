import type { News } from './fact.ts'
import type { Pack } from './packs.ts'

/** A purchase as Stripe is told of it. `id` is the idempotency key: repeated, it is the same purchase. */
export type Order = { id: string; pack: Pick<Pack, 'name' | 'amount' | 'currency'> }

export type PageOrder = Order & {
  /** Who has paid before; Stripe makes a customer for others. */
  customerId: string | null
  /** Keeps the card, so that it can be charged without its owner. */
  keepsCard: boolean
  successUrl: string
  cancelUrl: string
}

/** The same texts each time: Stripe refuses an idempotency key that comes with another request. */
export type CardOrder = Order & { customerId: string; methodId: string }

/** What became of a payment that nobody waits for. `waiting`: Stripe has not decided. */
export type CardAnswer =
  | { kind: 'paid'; news: News[] }
  | { kind: 'declined'; why: string }
  | { kind: 'waiting'; intentId: string }

export type PageState = { kind: 'open' } | { kind: 'ended' } | { kind: 'paid'; news: News[] }

/** Stripe did not answer, or not in a way that tells what happened: ask again. */
export class StripeUnavailable extends Error {
  constructor(cause: Error) {
    super(`Stripe is not available: ${cause.message}`, { cause })
  }
}

/** The customer of an order was removed at Stripe. Nothing was started. */
export class CustomerRemoved extends Error {
  constructor() {
    super('the customer was removed at Stripe')
  }
}

export type Stripe = {
  /** Whether real money moves. Events of the other kind are refused. */
  readonly isLive: boolean
  readonly packs: readonly Pack[]
  /** Throws `CustomerRemoved` where the order names a customer that is not there any more. */
  startPage(order: PageOrder): Promise<{ sessionId: string; url: string }>
  readPage(sessionId: string): Promise<PageState>
  chargeCard(order: CardOrder): Promise<CardAnswer>
  readCharge(intentId: string): Promise<CardAnswer>
  /** The payment of an order whose answer was lost long ago. */
  findCharge(customerId: string, orderId: string, since: Date): Promise<CardAnswer | undefined>
  /** What a signed event says; `nothing` if it is not about us. Undefined: it is not from Stripe. */
  readEvent(body: Buffer, signature: string | undefined): Promise<News | 'nothing' | undefined>
  /** The events since then that are of use, newest first, page by page. */
  listEvents(since: Date, onUnread: (id: string) => void): AsyncGenerator<News[]>
}
