import type { Mutation } from '../../harness/mutation/index.ts'

/**
 * A defence that is taken out, which the judgement must notice. `isRefused`: the database has a second one,
 * so what was said can never be applied.
 */
export type Bug = { name: string; mutations: Mutation[]; isRefused?: true }

const RECORD = 'access/payments/record-payment.ts'
const SETTLE = 'access/payments/settle-subject.ts'
const FOLD = 'access/payments/fold-returns.ts'

export const bugs: Bug[] = [
  {
    name: 'signatures are not looked at',
    mutations: [
      {
        file: 'platform/stripe/open-stripe.ts',
        from: `return client.webhooks.constructEvent(body, signature ?? '', secret)`,
        to: `return JSON.parse(String(body))`,
      },
    ],
  },
  {
    name: 'any amount pays',
    mutations: [
      {
        file: RECORD,
        from: 'if (mismatch) return { refused: mismatch }',
        to: 'if (mismatch === "never") return { refused: mismatch }',
      },
    ],
  },
  {
    name: 'a known payment is not looked for',
    mutations: [
      {
        file: RECORD,
        from: 'const known = await findPaymentOf(tx, checkout.id)',
        to: 'const known = await findPaymentOf(tx, "")',
      },
    ],
  },
  {
    name: 'the first word about a return counts',
    mutations: [{ file: FOLD, from: 'if (!known || isLater(one, known))', to: 'if (!known)' }],
  },
  {
    name: 'a refund and a dispute of the same money count twice',
    mutations: [{ file: FOLD, from: 'Math.min(amount, refunded + disputed)', to: 'refunded + disputed' }],
    isRefused: true,
  },
  {
    name: 'a return is taken back at every event',
    mutations: [
      {
        file: SETTLE,
        from: 'const change = target - payment.reversed_credits',
        to: 'const change = target',
      },
    ],
  },
  {
    name: 'what was undone is not given back',
    mutations: [{ file: SETTLE, from: 'if (change < 0)', to: 'if (change < 0 && change > 0)' }],
  },
  {
    name: 'an event that was waiting is forgotten',
    mutations: [
      {
        file: 'access/payments/payment-event.ts',
        from: 'where subject = $1 order by created_at, id',
        to: 'where subject = $1 and applied_at is null order by created_at, id',
      },
    ],
  },
  {
    name: 'nobody asks Stripe for what it did not tell',
    mutations: [
      { file: 'access/payments/read-missed-events.ts', from: 'if (!turn)', to: 'if (turn || !turn)' },
      { file: 'access/payments/reconcile-checkouts.ts', from: 'of due)', to: 'of due.slice(0, 0))' },
    ],
  },
]
