/** A payment intent that succeeded. `checkoutId` is our own name of the order, from its metadata. */
export type PaidFact = {
  kind: 'paid'
  checkoutId: string
  intentId: string
  amount: number
  currency: string
  customerId: string | null
  /** The card that may be charged again; null when it was not kept, or when this event does not tell. */
  keptMethodId: string | null
}

/** A checkout that nobody can pay any more. */
export type EndedFact = { kind: 'ended'; checkoutId: string; as: 'expired' | 'declined' }

export type ReceiptFact = { kind: 'receipt'; intentId: string; receiptUrl: string }

/** A refund or a dispute, as it stood then. `isCounted`: the money is on its way back or gone. */
export type ReturnFact = {
  kind: 'refund' | 'dispute'
  id: string
  intentId: string
  amount: number
  status: string
  /** Of two facts of one second, the one with the higher stage is the later one. */
  stage: number
  isCounted: boolean
}

/** The few things that events say and that we use. Nothing about a person is in them. */
export type Fact = PaidFact | EndedFact | ReceiptFact | ReturnFact

/** A fact with the event that told it. `subject` is what it is about: the intent, else the checkout. */
export type News = {
  id: string
  type: string
  isLive: boolean
  createdAt: Date
  subject: string
  fact: Fact
}
