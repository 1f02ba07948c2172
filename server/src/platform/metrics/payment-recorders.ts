import { Counter, Gauge, type Registry } from 'prom-client'
import { showZeros } from './show-zeros.ts'

const ofOutcomes = (...outcomes: string[]) => outcomes.map((outcome) => ({ outcome }))

export type TopUpOutcome = 'paid' | 'waiting' | 'declined' | 'unknown' | 'failed'

/** What is sold. Nothing of it has a value where nothing is. */
export function newPaymentRecorders(registers: Registry[]) {
  const checkouts = new Counter({
    name: 'atelier_checkouts_total',
    help: 'Pages to pay on that were asked of Stripe',
    labelNames: ['outcome'],
    registers,
  })
  const events = new Counter({
    name: 'atelier_payment_events_total',
    help: 'What Stripe said, by what came of it',
    labelNames: ['outcome'],
    registers,
  })
  const topUps = new Counter({
    name: 'atelier_top_ups_total',
    help: 'Answers to top-ups; unknown and waiting ones are asked about again',
    labelNames: ['outcome'],
    registers,
  })
  showZeros(checkouts, ofOutcomes('started', 'failed'))
  showZeros(events, ofOutcomes('applied', 'waiting', 'ignored', 'refused', 'failed'))
  showZeros(topUps, ofOutcomes('paid', 'waiting', 'declined', 'unknown', 'failed'))
  const unapplied = new Gauge({
    name: 'atelier_payment_events_unapplied',
    help: 'Events of Stripe that are stored and not yet applied',
    registers,
  })
  const oldest = new Gauge({
    name: 'atelier_payment_events_oldest_age_seconds',
    help: 'Age of the oldest event that is not yet applied',
    registers,
  })
  return {
    countCheckout: (outcome: 'started' | 'failed'): void => checkouts.inc({ outcome }),
    /** Of a refusal only that it is one: the rest of its text names a checkout. */
    countPaymentEvent: (outcome: string): void => events.inc({ outcome: outcome.split(':')[0] ?? outcome }),
    countTopUp: (outcome: TopUpOutcome): void => topUps.inc({ outcome }),
    showUnapplied(count: number, oldestSeconds: number): void {
      unapplied.set(count)
      oldest.set(oldestSeconds)
    },
  }
}
