import { workOnEach } from '#platform/parallel'
import type { Cashier } from './cashier.ts'
import { type Outcome, readEvents, saveOutcomes } from './payment-event.ts'
import { settleSubject } from './settle-subject.ts'

const SUBJECTS_AT_ONCE = 200
const CONCURRENCY = 6

/** Applies what was stored. Returns how many subjects there were: call it again while there are any. */
export async function applyEvents(cashier: Cashier): Promise<number> {
  const due = await cashier.db.rows<{ subject: string }>(
    `select distinct subject from (select subject from payment_events
       where applied_at is null and retry_at <= clock_timestamp() order by retry_at
       limit ${SUBJECTS_AT_ONCE}) e`,
  )
  await workOnEach(due, CONCURRENCY, ({ subject }) => applySubject(cashier, subject))
  return due.length
}

/** A failure is told, and tried again later: what Stripe said is not lost by it. */
async function applySubject(cashier: Cashier, subject: string): Promise<void> {
  const { log, metrics } = cashier
  try {
    for (const { id, outcome } of await settleOnce(cashier, subject)) {
      metrics.countPaymentEvent(outcome)
      if (outcome.startsWith('refused')) log.error({ event: id, subject, outcome }, 'a payment was refused')
    }
  } catch (err) {
    metrics.countPaymentEvent('failed')
    log.error({ err, subject }, 'a payment could not be applied')
    await postpone(cashier, subject)
  }
}

/** In one commit: the events, the payment, the entries of the ledger. Returns what is new. */
export function settleOnce(cashier: Cashier, subject: string): Promise<Outcome[]> {
  return cashier.db.transaction(async (tx) => {
    await tx.row(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`payment ${subject}`])
    const events = await readEvents(tx, subject)
    if (events.every((event) => event.applied_at !== null)) return []
    const outcomes = await settleSubject(tx, cashier, subject, events)
    await saveOutcomes(tx, outcomes)
    return outcomes.filter(({ id }) => events.find((event) => event.id === id)?.applied_at === null)
  })
}

/** After 2 s, 4 s, and so on, an hour at most. */
const postpone = ({ db }: Cashier, subject: string) =>
  db.rows(
    `update payment_events set attempts = attempts + 1,
       retry_at = clock_timestamp() + least(power(2, attempts + 1), 3600) * interval '1 second'
     where subject = $1 and applied_at is null`,
    [subject],
  )
