import type { Notices, NoticesBody } from '@atelier/contract'
import { changeNotices, readNotices } from '#access/mail'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { findBilling } from './billing-row.ts'

/** What an owner is told by mail, and the balance below which there is something to tell. */
export async function readChosenNotices({ db, config }: App, userId: string): Promise<Notices> {
  const [mails, billing] = await Promise.all([readNotices(db, config, userId), findBilling(db, userId)])
  return { ...mails, lowBalanceCredits: billing?.low_balance_credits ?? null }
}

/** Saves what an owner chose. What is left out stays. */
export function chooseNotices(
  { db, config }: App,
  userId: string,
  { lowBalanceCredits, ...mails }: NoticesBody,
): Promise<Notices> {
  return db.transaction(async (tx) => {
    if (lowBalanceCredits !== undefined) await watchBalance(tx, userId, lowBalanceCredits)
    const saved = await changeNotices(tx, config, userId, mails)
    const billing = await findBilling(tx, userId)
    return { ...saved, lowBalanceCredits: billing?.low_balance_credits ?? null }
  })
}

/** Saves below which balance an owner is told; null: not at all. */
export async function watchBalance(db: Rows, userId: string, credits: number | null): Promise<void> {
  await db.row(
    `insert into billing_settings as b (user_id, low_balance_credits) values ($1, $2)
     on conflict (user_id) do update set low_balance_credits = excluded.low_balance_credits,
       low_since = case when excluded.low_balance_credits is not null then b.low_since end`,
    [userId, credits],
  )
}
