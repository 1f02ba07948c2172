import type { TopUpStop } from '@atelier/contract'
import { readBalances } from '#access/credits'
import { queueNotice } from '#access/mail'
import type { App } from '#platform/app'
import type { Rows, Tx } from '#platform/db'
import type { PaidFact } from '#platform/stripe'

export type BillingRow = {
  user_id: string
  low_balance_credits: number | null
  low_since: Date | null
  customer_id: string | null
  payment_method_id: string | null
  top_up_on: boolean
  top_up_pack_id: string | null
  top_up_below_credits: number | null
  top_up_ceiling: number | null
  top_up_currency: string | null
  top_up_stopped: TopUpStop | null
  top_up_stopped_at: Date | null
}

export const BILLING_COLUMNS = `user_id, low_balance_credits, low_since, customer_id, payment_method_id,
  top_up_on, top_up_pack_id, top_up_below_credits, top_up_ceiling, top_up_currency, top_up_stopped,
  top_up_stopped_at`

export const findBilling = (db: Rows, userId: string): Promise<BillingRow | undefined> =>
  db.row(`select ${BILLING_COLUMNS} from billing_settings where user_id = $1`, [userId])

/**
 * The customer that Stripe made, and the card, if its owner let us keep it. A card can be charged with its
 * own customer alone, so another customer comes with another card, or while none is kept.
 */
export async function keepCard(
  tx: Rows,
  checkoutId: string,
  { customerId, keptMethodId }: Pick<PaidFact, 'customerId' | 'keptMethodId'>,
): Promise<void> {
  await tx.row(
    `insert into billing_settings as b (user_id, customer_id, payment_method_id)
     select c.user_id, $2, case when c.keeps_card then $3 end from checkouts c where c.id = $1
     on conflict (user_id) do update set
       customer_id = case when b.payment_method_id is null or excluded.payment_method_id is not null
         then coalesce(excluded.customer_id, b.customer_id) else b.customer_id end,
       payment_method_id = coalesce(excluded.payment_method_id, b.payment_method_id)`,
    [checkoutId, customerId, keptMethodId],
  )
}

/** Forgets a customer that was removed at Stripe, with the card: automatic top-up has nothing to charge. */
export async function forgetCustomer(
  tx: Tx,
  config: Pick<App['config'], 'mail'>,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<void> {
  const isTheirs = await tx.row(
    `select from billing_settings where user_id = $1 and customer_id = $2 for update`,
    [userId, customerId],
  )
  if (!isTheirs) return
  await stopTopUp(tx, config, { userId, why: 'declined' })
  await tx.row(
    `update billing_settings set customer_id = null, payment_method_id = null where user_id = $1`,
    [userId],
  )
}

/**
 * Switches automatic top-up off, keeps why, and tells its owner by mail in the same commit. One that is off
 * stays as it is, and nobody is told again.
 */
export async function stopTopUp(
  tx: Tx,
  config: Pick<App['config'], 'mail'>,
  { userId, why }: { userId: string; why: TopUpStop },
): Promise<void> {
  const stopped = await tx.row(
    `update billing_settings set top_up_on = false, top_up_stopped = $2, top_up_stopped_at = clock_timestamp()
     where user_id = $1 and top_up_on returning user_id`,
    [userId, why],
  )
  if (!stopped) return
  const balance = (await readBalances(tx, [userId])).get(userId) ?? 0
  await queueNotice(tx, config, userId, { kind: 'top_up_stopped', facts: { why, balance } })
}

/** What automatic top-ups of this month (UTC) took or are about to take, in the unit of the currency. */
export async function readSpentThisMonth(
  db: Rows,
  userId: string,
  currency: string | undefined,
): Promise<number> {
  const row = await db.row<{ spent: number }>(
    `select coalesce(sum(amount), 0)::bigint as spent from checkouts
     where user_id = $1 and currency = $2 and kind = 'top_up' and state in ('open', 'paid')
       and created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc'`,
    [userId, currency],
  )
  return row?.spent ?? 0
}
