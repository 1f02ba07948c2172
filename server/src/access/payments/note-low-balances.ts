import { readBalances } from '#access/credits'
import type { Cashier } from './apply-events.ts'
import { BILLING_COLUMNS, type BillingRow } from './billing-row.ts'

const PAGE = 500

/**
 * Writes since when a balance is below what its owner chose, once for each time that it falls below: what
 * tells the owner begins there.
 */
export async function noteLowBalances({ db }: Cashier): Promise<void> {
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
    // What is written does not depend on what stands there: every worker does this.
    await db.rows(
      `update billing_settings b
       set low_since = case when c.is_low then coalesce(b.low_since, clock_timestamp()) end
       from unnest($1::text[], $2::boolean[]) as c (user_id, is_low)
       where b.user_id = c.user_id and b.low_balance_credits is not null`,
      [changed.map(({ user_id: userId }) => userId), changed.map(isLow)],
    )
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.user_id
  }
}
