import type { Billing, Payment } from '../billing.ts'
import type { billing } from '../endpoints/billing.ts'
import { exampleId } from '../ids.ts'
import type { ExamplesOf } from './example.ts'
import { at, ids } from './example-records.ts'

const packs = [
  { id: 'small', name: '10,000 credits', credits: 10_000, amount: 1_000, currency: 'usd' },
  { id: 'large', name: '120,000 credits', credits: 120_000, amount: 10_000, currency: 'usd' },
]

const state: Billing = {
  live: true,
  packs,
  balance: 8_400,
  debt: 0,
  hasCard: true,
  lowBalance: { credits: 4_000, isLow: false, since: null },
  topUp: {
    on: true,
    packId: 'small',
    belowCredits: 2_000,
    monthlyCeiling: 5_000,
    currency: 'usd',
    spentThisMonth: 1_000,
    stopped: null,
    stoppedAt: null,
  },
}

const payment: Payment = {
  id: exampleId('payment'),
  checkoutId: exampleId('checkout'),
  kind: 'page',
  packId: 'small',
  credits: 10_000,
  amount: 1_000,
  currency: 'usd',
  receiptUrl: 'https://receipts.example/payment',
  refundedAmount: 0,
  disputedAmount: 0,
  disputeStatus: null,
  reversedCredits: 0,
  createdAt: at('12:00:00'),
}

export const billingExamples = {
  readBilling: { answer: { billing: state } },
  changeBilling: {
    body: {
      lowBalanceCredits: 4_000,
      topUp: { packId: 'small', belowCredits: 2_000, monthlyCeiling: 5_000 },
    },
    answer: { billing: state, message: 'Saved.' },
  },
  startCheckout: {
    body: { packId: 'small', keepCard: true },
    answer: {
      checkout: { id: exampleId('checkout'), url: 'https://pay.example/checkout' },
      message: 'Open url in a browser and pay there. The credits arrive within seconds of the payment.',
    },
  },
  listPayments: { query: { limit: '1' }, answer: { payments: [payment], nextCursor: null } },
  listAllPayments: {
    query: { limit: '1' },
    answer: { payments: [{ ...payment, userId: ids.user, intentId: 'pi_example' }], nextCursor: null },
  },
  readBillingState: {
    answer: {
      live: true,
      packs,
      debts: [{ userId: ids.user, debt: 600 }],
      troubles: [
        {
          eventId: 'evt_example',
          type: 'payment_intent.succeeded',
          subject: 'pi_example',
          why: '900 was paid, and the price was 1000',
          receivedAt: at('12:00:00'),
        },
      ],
    },
  },
} as const satisfies ExamplesOf<typeof billing>
