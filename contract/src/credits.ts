import { z } from 'zod'
import { idSchema } from './ids.ts'
import { scopes } from './keys.ts'
import { CREDITS_PAGE_LIMIT_DEFAULT } from './limits.ts'
import { cursor, pageLimit } from './paging.ts'
import { time } from './text.ts'

export const transactionReasons = [
  'image_generation',
  'video_generation',
  'image_generation_refund',
  'video_generation_refund',
  'credit_purchase',
  'credit_grant',
  'admin_adjustment',
] as const
export type TransactionReason = (typeof transactionReasons)[number]

export const Transaction = z
  .object({
    id: idSchema('transaction').describe('The id of this entry of the ledger'),
    amount: z.int().meta({ description: 'Negative for a charge' }),
    reason: z.enum(transactionReasons).describe('Why the balance changed'),
    refId: z.string().describe('The media, or the grant, that it belongs to'),
    refType: z.enum(['generated_media', 'credit_grant']).describe('What `refId` is'),
    balanceAfter: z.int().min(0).describe('The balance after this entry'),
    txHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description:
          'SHA-256 of these values joined by line feeds: the previous hash (64 zeros for the first), ' +
          'id, amount, reason, refId, refType, balanceAfter, createdAt',
      }),
    createdAt: time().describe('When it was booked'),
  })
  .meta({ id: 'Transaction' })

export type Transaction = z.infer<typeof Transaction>

export const CreditsQuery = z.object({ limit: pageLimit(CREDITS_PAGE_LIMIT_DEFAULT), cursor })

const Budget = z.object({
  dailyLimit: z.int().nullable().describe('Credits that this key may spend in a UTC day; null: no limit'),
  dailySpent: z.int().describe('Credits spent today by this key, less refunds'),
  dailyRemaining: z.int().nullable().describe('What is left of the daily limit; null: no limit'),
  perJobLimit: z.int().nullable().describe('Credits that one job may cost; null: no limit'),
  resetsAt: time().describe('When the day ends: the next midnight in UTC'),
})

export const Credits = z
  .object({
    balance: z.int().min(0).describe('Credits that can be spent'),
    transactions: z.array(Transaction).describe('One page of the ledger, newest first'),
    nextCursor: z.string().nullable().describe('null on the last page'),
    budget: Budget.nullable().meta({ description: 'null when the key has no credit limits' }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What this key may do' }),
  })
  .meta({ id: 'Credits' })

export const LedgerCheck = z
  .object({
    valid: z.boolean().describe('Whether every recomputed entry agrees with what is stored'),
    checked: z.int().meta({
      description:
        'how many transactions this call recomputed: all of them, or with more than 2,000 those since the ' +
        'last one that the operator signed',
    }),
    headHash: z.string().describe('The hash of the last entry that was checked'),
    brokenAt: idSchema('transaction').nullable().describe('The first entry that does not agree; null: none'),
  })
  .meta({ id: 'LedgerCheck' })
