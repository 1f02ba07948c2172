import { readBalances } from '#access/credits'
import { queueNotice } from '#access/mail'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { BILLING_COLUMNS, type BillingRow } from './billing-row.ts'

const PAGE = 500

/**
 * Writes since when a balance is below what its owner chose, and tells the owner, once for each time that it
 * falls below. Credits may be granted by the operator alone, so this needs no Stripe.
 */
export async function noteLowBalances({ db, config }: Pick<App, 'db' | 'config'>): Promise<void> {
  for (let after = ''; ; ) {
    const page = await db.rows<BillingRow>(
      `select ${BILLING_COLUMNS} from billing_settings
       where low_balance_credits is not null and user_id > $1::text order by user_id limit ${PAGE}`,
      [after],
    )
    const balances = await readBalances(
      db,
      page.map(({ user_id: userId }) => userId),
    )
    const isLow = (one: BillingRow) => (balances.get(one.user_id) ?? 0) < (one.low_balance_credits ?? 0)
    const changed = page.filter((one) => isLow(one) !== (one.low_since !== null))
    const found = changed.map((one) => ({
      userId: one.user_id,
      isLow: isLow(one),
      balance: balances.get(one.user_id) ?? 0,
    }))
    if (found.length > 0) await db.transaction((tx) => noteFound(tx, config, found))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.user_id
  }
}

type Found = { userId: string; isLow: boolean; balance: number }

/**
 * What is written does not depend on what stands there: every worker does this. Only the one that wrote that
 * a balance fell queues the mail, in the same commit; the row was locked before it was read.
 */
async function noteFound(tx: Tx, config: App['config'], found: Found[]): Promise<void> {
  const written = await tx.rows<{ user_id: string; limit: number; fell: boolean }>(
    `with was as (
       select b.user_id, b.low_since, c.is_low from billing_settings b
       join unnest($1::text[], $2::boolean[]) as c (user_id, is_low) on c.user_id = b.user_id
       where b.low_balance_credits is not null order by b.user_id for update of b)
     update billing_settings b
     set low_since = case when was.is_low then coalesce(was.low_since, clock_timestamp()) end
     from was where b.user_id = was.user_id
     returning b.user_id, b.low_balance_credits as limit, was.is_low and was.low_since is null as fell`,
    [found.map(({ userId }) => userId), found.map(({ isLow }) => isLow)],
  )
  const balances = new Map(found.map(({ userId, balance }) => [userId, balance]))
  for (const { user_id: userId, limit, fell } of written) {
    const facts = { balance: balances.get(userId) ?? 0, limit }
    if (fell) await queueNotice(tx, config, userId, { kind: 'low_balance', facts })
  }
}
