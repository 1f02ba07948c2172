import type { Rows } from '#platform/db'

type DebtRow = { user_id: string; debt: number; said: number }

/** Every debt is the sum of its changes. */
export async function checkDebts(tx: Rows, add: (sentence: string) => void): Promise<void> {
  const rows = await tx.rows<DebtRow>(
    `select coalesce(a.user_id, d.user_id) as user_id, coalesce(a.debt, 0) as debt,
       coalesce(d.said, 0)::bigint as said
     from (select user_id, debt from credit_accounts where mode = 'live' and debt > 0) a
     full join (select user_id, sum(amount) as said from debt_entries group by user_id) d
       on d.user_id = a.user_id
     where coalesce(a.debt, 0) <> coalesce(d.said, 0)`,
  )
  for (const { user_id: userId, debt, said } of rows)
    add(`${userId}: the account owes ${debt} credits, its changes add up to ${said}`)
}
