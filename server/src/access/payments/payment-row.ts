import type { Payment } from '@atelier/contract'

export type PaymentRow = {
  id: string
  user_id: string
  checkout_id: string
  intent_id: string
  kind: 'page' | 'top_up'
  pack_id: string
  credits: number
  amount: number
  currency: string
  receipt_url: string | null
  refunded_amount: number
  disputed_amount: number
  dispute_status: string | null
  reversed_credits: number
  revision: number
  created_at: Date
}

export const PAYMENT_COLUMNS = `id, user_id, checkout_id, intent_id, kind, pack_id, credits, amount, currency,
  receipt_url, refunded_amount, disputed_amount, dispute_status, reversed_credits, revision, created_at`

export const presentPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  checkoutId: row.checkout_id,
  kind: row.kind,
  packId: row.pack_id,
  credits: row.credits,
  amount: row.amount,
  currency: row.currency,
  receiptUrl: row.receipt_url,
  refundedAmount: row.refunded_amount,
  disputedAmount: row.disputed_amount,
  disputeStatus: row.dispute_status,
  reversedCredits: row.reversed_credits,
  createdAt: row.created_at.toISOString(),
})
