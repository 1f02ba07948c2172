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
    id: idSchema('transaction'),
    amount: z.int().meta({ description: 'Negative for a charge' }),
    reason: z.enum(transactionReasons),
    refId: z.string(),
    refType: z.enum(['generated_media', 'credit_grant']),
    balanceAfter: z.int().min(0),
    txHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description:
          'SHA-256 of these values joined by line feeds: the previous hash (64 zeros for the first), ' +
          'id, amount, reason, refId, refType, balanceAfter, createdAt',
      }),
    createdAt: time(),
  })
  .meta({ id: 'Transaction' })

export type Transaction = z.infer<typeof Transaction>

export const CreditsQuery = z.object({ limit: pageLimit(CREDITS_PAGE_LIMIT_DEFAULT), cursor })

const Budget = z.object({
  dailyLimit: z.int().nullable(),
  dailySpent: z.int(),
  dailyRemaining: z.int().nullable(),
  perJobLimit: z.int().nullable(),
  resetsAt: time(),
})

export const Credits = z
  .object({
    balance: z.int().min(0),
    transactions: z.array(Transaction),
    nextCursor: z.string().nullable(),
    budget: Budget.nullable().meta({ description: 'null when the key has no credit limits' }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What this key may do' }),
  })
  .meta({ id: 'Credits' })

export const LedgerCheck = z
  .object({
    valid: z.boolean(),
    checked: z.int().meta({
      description:
        'how many transactions this call recomputed: all of them, or with more than 2,000 those since the ' +
        'last one that the operator signed',
    }),
    headHash: z.string(),
    brokenAt: idSchema('transaction').nullable(),
  })
  .meta({ id: 'LedgerCheck' })
