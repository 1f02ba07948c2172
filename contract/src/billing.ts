import { z } from 'zod'
import { idSchema } from './ids.ts'
import { nextCursor } from './paging.ts'
import { message, time } from './text.ts'

const count = z.int().min(0)
const CREDITS_MAX = 1_000_000_000
const AMOUNT_MAX = 1_000_000_000
const credits = () => z.int().min(1).max(CREDITS_MAX)
/** Below which balance an owner is told; null: not at all. */
export const lowBalanceCredits = () => credits().nullable()
const minorUnits = 'In the smallest unit of the currency, such as cents'

/** The operator names a pack; it is the same for everybody. */
export const PackId = z
  .string()
  .regex(/^[a-z0-9-]{1,50}$/, { error: 'must be 1 to 50 of a-z, 0-9 and -' })
  .meta({ example: 'small' })

export const CreditPack = z
  .object({
    id: PackId.describe('The id of the pack'),
    name: z.string().describe('Its name'),
    credits: count.describe('How many credits it holds'),
    amount: count.meta({ description: minorUnits }),
    currency: z.string().meta({ description: 'Three small letters of ISO 4217', example: 'usd' }),
  })
  .meta({ id: 'CreditPack' })

export type CreditPack = z.infer<typeof CreditPack>

export const CheckoutBody = z.object({
  packId: PackId.describe('The pack to buy'),
  keepCard: z.boolean().optional().meta({
    description: 'Lets Stripe keep the card, so that automatic top-up can be switched on',
  }),
})

export type CheckoutBody = z.infer<typeof CheckoutBody>

export const StartedCheckout = z.object({
  id: idSchema('checkout').describe('The id of the checkout'),
  url: z.url().meta({ description: 'The page of Stripe on which the owner pays, for an hour' }),
})

export type StartedCheckout = z.infer<typeof StartedCheckout>

export const CheckoutAnswer = z.object({ checkout: StartedCheckout.describe('Where to pay'), message })

export const topUpStops = ['declined', 'payment_returned', 'pack_removed'] as const

export type TopUpStop = (typeof topUpStops)[number]

export const Billing = z
  .object({
    live: z.boolean().meta({ description: 'false: with test cards, which pay nothing' }),
    packs: z.array(CreditPack).meta({ description: 'What can be bought' }),
    balance: count.describe('Live credits that can be spent'),
    debt: count.meta({
      description:
        'Credits that are owed, because a payment was returned after they were spent. Live submits are ' +
        'refused until they are paid; what is bought or granted pays them first',
    }),
    hasCard: z.boolean().meta({ description: 'Whether Stripe keeps a card that may be charged again' }),
    lowBalance: z
      .object({
        credits: count.nullable().meta({ description: 'Below this the balance is low; null: not watched' }),
        isLow: z.boolean().describe('Whether the balance is low now'),
        since: time().nullable().meta({ description: 'When the balance was found to be low' }),
      })
      .describe('The warning of a low balance'),
    topUp: z
      .object({
        on: z.boolean().describe('Whether it is on'),
        packId: PackId.nullable().meta({ description: 'The pack that is bought by itself' }),
        belowCredits: count.nullable().meta({ description: 'It is bought when the balance is below this' }),
        monthlyCeiling: count
          .nullable()
          .meta({ description: `What a calendar month (UTC) may cost. ${minorUnits}` }),
        currency: z.string().nullable().describe('Of the ceiling; null before it was set'),
        spentThisMonth: count.meta({ description: `In the currency of the packs. ${minorUnits}` }),
        stopped: z
          .enum(topUpStops)
          .nullable()
          .meta({
            description:
              'Why it switched itself off: the card was declined, a payment was refunded or disputed, or ' +
              'the pack is not sold any more or not in the currency of the ceiling',
          }),
        stoppedAt: time().nullable().describe('When it switched itself off; null: it did not'),
      })
      .describe('Automatic top-up'),
  })
  .meta({ id: 'Billing' })

export type Billing = z.infer<typeof Billing>

export const BillingBody = z.object({
  lowBalanceCredits: lowBalanceCredits().optional().meta({ description: 'null: not watched' }),
  topUp: z
    .object({
      packId: PackId.describe('The pack to buy'),
      belowCredits: credits().describe('It is bought when the balance is below this'),
      monthlyCeiling: z.int().min(1).max(AMOUNT_MAX).meta({ description: minorUnits }),
    })
    .nullable()
    .optional()
    .meta({ description: 'Switches automatic top-up on; null: off' }),
})

export type BillingBody = z.infer<typeof BillingBody>

export const BillingAnswer = z.object({ billing: Billing.describe('The billing after the change'), message })

export const Payment = z
  .object({
    id: idSchema('payment').describe('The id of the payment'),
    checkoutId: idSchema('checkout').describe('The checkout that it paid'),
    kind: z.enum(['page', 'top_up']).meta({ description: '`top_up`: charged by itself' }),
    packId: PackId.describe('The pack that was bought'),
    credits: count.describe('Credits that it brought'),
    amount: count.meta({ description: minorUnits }),
    currency: z.string().describe('Three small letters of ISO 4217'),
    receiptUrl: z.string().nullable().meta({ description: 'The receipt at Stripe' }),
    refundedAmount: count.describe('What was given back, in the smallest unit of the currency'),
    disputedAmount: count.meta({ description: 'Of disputes that are open or lost' }),
    disputeStatus: z.string().nullable().meta({ description: 'In the words of Stripe' }),
    reversedCredits: count.meta({ description: 'Credits that were taken back or made a debt' }),
    createdAt: time().describe('When it was paid'),
  })
  .meta({ id: 'Payment' })

export type Payment = z.infer<typeof Payment>

export const PaymentPage = z.object({
  payments: z.array(Payment).describe('One page, newest first'),
  nextCursor,
})

export const ListedPayment = Payment.extend({
  userId: idSchema('user').describe('Who paid'),
  intentId: z.string().meta({ description: 'The payment intent at Stripe' }),
}).meta({ id: 'ListedPayment' })

export type ListedPayment = z.infer<typeof ListedPayment>

export const ListedPaymentPage = z.object({
  payments: z.array(ListedPayment).describe('One page, newest first'),
  nextCursor,
})

export const PaymentTrouble = z
  .object({
    eventId: z.string().describe('The id of the event at Stripe'),
    type: z.string().describe('The type of the event at Stripe'),
    subject: z.string().meta({ description: 'The payment intent or the checkout' }),
    why: z.string().describe('Why it was not applied'),
    receivedAt: time().describe('When it was received'),
  })
  .meta({ id: 'PaymentTrouble' })

export type PaymentTrouble = z.infer<typeof PaymentTrouble>

export const BillingState = z.object({
  live: z.boolean().describe('false: with test cards, which pay nothing'),
  packs: z.array(CreditPack).describe('What can be bought'),
  debts: z
    .array(
      z.object({ userId: idSchema('user').describe('Who owes'), debt: count.describe('How many credits') }),
    )
    .meta({ description: 'Who owes credits, the largest debt first, 200 at most' }),
  troubles: z.array(PaymentTrouble).meta({
    description: 'Events that were refused or could not be applied, newest first, 200 at most',
  }),
})

export type BillingState = z.infer<typeof BillingState>
