import { collectDebts } from '#access/credits'
import { applyEvents } from './apply-events.ts'
import type { Cashier } from './cashier.ts'
import { noteLowBalances } from './note-low-balances.ts'
import { readUnapplied } from './payment-event.ts'
import { readMissedEvents } from './read-missed-events.ts'
import { reconcileCheckouts } from './reconcile-checkouts.ts'
import { startTopUps } from './top-up.ts'

/** An event of which no payment of ours ever comes is of another business with the same account. */
const KEEP_DAYS = 90

/** Applies what came; an owner waits for it. */
export async function applyPayments(cashier: Cashier): Promise<void> {
  while ((await applyEvents(cashier)) > 0);
}

/** What follows from balances. */
export async function followBalances(cashier: Cashier): Promise<void> {
  await collectDebts(cashier.db)
  await startTopUps(cashier)
  await noteLowBalances(cashier)
}

/** How far behind the application of events is. */
export async function measurePayments({ db, metrics }: Cashier): Promise<void> {
  const { count = 0, oldestSeconds = 0 } = (await readUnapplied(db)) ?? {}
  metrics.showUnapplied(count, oldestSeconds)
}

/** The safety net: asks Stripe for what it did not tell. */
export async function reconcilePayments(cashier: Cashier): Promise<void> {
  await reconcileCheckouts(cashier)
  await readMissedEvents(cashier, cashier.config.tickMs)
  await cashier.db.rows(
    `delete from payment_events where outcome = any('{waiting,ignored}')
       and received_at < now() - interval '${KEEP_DAYS} days'`,
  )
}
