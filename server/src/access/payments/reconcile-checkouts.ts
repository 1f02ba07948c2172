import { StripeUnavailable } from '#platform/stripe'
import type { Cashier } from './cashier.ts'
import { CHECKOUT_COLUMNS, type CheckoutRow, endCheckout } from './checkout-row.ts'
import { keepNews } from './payment-event.ts'
import { chargeTopUp } from './top-up.ts'

const AT_ONCE = 100
/** A page whose address nobody was given cannot be paid. */
const UNSEEN_HOURS = 2

/**
 * Asks Stripe about checkouts whose event never came. The next question is written first, so that several
 * workers do not ask twice: after as long again as the checkout is old, an hour at most.
 */
export async function reconcileCheckouts(cashier: Cashier): Promise<number> {
  const due = await cashier.db.rows<CheckoutRow>(
    `update checkouts set look_at = clock_timestamp() +
       greatest(interval '30 s', least(clock_timestamp() - created_at, interval '1 hour'))
     where id in (select id from checkouts where state = 'open' and look_at <= clock_timestamp()
                  order by look_at limit ${AT_ONCE} for update skip locked)
     returning ${CHECKOUT_COLUMNS}`,
  )
  for (const checkout of due) {
    if (checkout.kind === 'top_up') await chargeTopUp(cashier, checkout)
    else if (!(await lookAtPage(cashier, checkout))) break
  }
  return due.length
}

/** False: Stripe does not answer, so the others need not be asked now. */
async function lookAtPage({ db, stripe, log }: Cashier, checkout: CheckoutRow): Promise<boolean> {
  const { id, session_id: sessionId, created_at: since } = checkout
  if (sessionId === null) {
    if (Date.now() - since.getTime() > UNSEEN_HOURS * 3_600_000) await endCheckout(db, id, 'expired')
    return true
  }
  try {
    const page = await stripe.readPage(sessionId)
    if (page.kind === 'ended') await endCheckout(db, id, 'expired')
    if (page.kind === 'paid') await keepNews(db, page.news)
  } catch (err) {
    log.warn({ err, checkout: id }, 'Stripe did not tell what became of a checkout')
    return !(err instanceof StripeUnavailable)
  }
  return true
}
