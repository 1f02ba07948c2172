import type { Billing, BillingBody, BillingState } from '@atelier/contract'
import { listDebts, readSpendable } from '#access/credits'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type BillingRow, findBilling, readSpentThisMonth } from './billing-row.ts'
import { watchBalance } from './choose-notices.ts'
import { listTroubles } from './list-payments.ts'
import { requireStripe } from './require-stripe.ts'
import { findPack } from './start-checkout.ts'

const DEBTS_MAX = 200

/** What an owner may buy, owes, and has chosen. */
export async function readBilling(app: App, owner: Owner): Promise<Billing> {
  const { packs, isLive } = requireStripe(app)
  const [{ balance, debt }, row, spent] = await Promise.all([
    readSpendable(app.db, owner),
    findBilling(app.db, owner.userId),
    readSpentThisMonth(app.db, owner.userId, packs[0]?.currency),
  ])
  const low = row?.low_balance_credits ?? null
  return {
    live: isLive,
    packs: [...packs],
    balance,
    debt,
    hasCard: row?.payment_method_id != null,
    lowBalance: { credits: low, isLow: low !== null && balance < low, since: timeOf(row?.low_since) },
    topUp: {
      on: row?.top_up_on ?? false,
      packId: row?.top_up_pack_id ?? null,
      belowCredits: row?.top_up_below_credits ?? null,
      monthlyCeiling: row?.top_up_ceiling ?? null,
      currency: row?.top_up_currency ?? null,
      spentThisMonth: spent,
      stopped: row?.top_up_stopped ?? null,
      stoppedAt: timeOf(row?.top_up_stopped_at),
    },
  }
}

const timeOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

/** Saves what an owner chose. What is left out stays. */
export async function changeBilling(app: App, owner: Owner, body: BillingBody): Promise<Billing> {
  const stripe = requireStripe(app)
  const { topUp } = body
  const pack = topUp && findPack(stripe, topUp.packId)
  if (pack && topUp.monthlyCeiling < pack.amount)
    throw new Refusal('invalid_request', 'monthlyCeiling must be at least the price of the pack.', {
      field: 'topUp.monthlyCeiling',
    })
  const { userId } = owner
  await app.db.transaction(async (tx) => {
    await tx.row(`insert into billing_settings (user_id) values ($1) on conflict do nothing`, [userId])
    if (body.lowBalanceCredits !== undefined) await watchBalance(tx, userId, body.lowBalanceCredits)
    if (topUp === null)
      await tx.row(`update billing_settings set top_up_on = false where user_id = $1`, [userId])
    if (pack) await switchOn(tx, userId, { ...topUp, currency: pack.currency })
  })
  return readBilling(app, owner)
}

type TopUp = NonNullable<BillingBody['topUp']> & { currency: string }

async function switchOn(
  tx: Rows,
  userId: string,
  { packId, belowCredits, monthlyCeiling, currency }: TopUp,
): Promise<void> {
  const changed = await tx.row<Pick<BillingRow, 'user_id'>>(
    `update billing_settings set top_up_on = true, top_up_pack_id = $2, top_up_below_credits = $3,
       top_up_ceiling = $4, top_up_currency = $5, top_up_stopped = null, top_up_stopped_at = null
     where user_id = $1 and payment_method_id is not null and customer_id is not null returning user_id`,
    [userId, packId, belowCredits, monthlyCeiling, currency],
  )
  if (changed) return
  throw new Refusal(
    'invalid_request',
    'No card is kept. Buy a pack with keepCard true first; then automatic top-up can be switched on.',
    { field: 'topUp' },
  )
}

/** What an admin sees: the packs, who owes, and what needs a person. */
export async function readBillingState(app: App): Promise<BillingState> {
  const { packs, isLive } = requireStripe(app)
  const [debts, troubles] = await Promise.all([listDebts(app.db, DEBTS_MAX), listTroubles(app.db)])
  return { live: isLive, packs: [...packs], debts, troubles }
}
