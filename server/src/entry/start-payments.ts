import {
  applyPayments,
  type Cashier,
  followBalances,
  measurePayments,
  reconcilePayments,
} from '#access/payments'
import type { App } from '#platform/app'
import { type Repeated, repeat } from './repeat.ts'

const APPLY_EVERY_MS = 500
const FOLLOW_EVERY_MS = 5_000
const MEASURE_EVERY_MS = 10_000

/** Applies payments, tops up and asks Stripe for what it did not tell; does nothing where nothing is sold. */
export function startPayments(app: App): Repeated {
  const { db, log, config, stripe, metrics } = app
  if (!stripe) return { stop: async () => undefined }
  const cashier: Cashier = { db, log, config, metrics, stripe }
  const every = (everyMs: number, work: (cashier: Cashier) => Promise<void>) =>
    repeat({
      everyMs,
      work: () => work(cashier),
      onFailure: (err) => log.warn({ err, work: work.name }, 'payments could not be worked on'),
    })
  const loops = [
    every(APPLY_EVERY_MS, applyPayments),
    every(Math.min(FOLLOW_EVERY_MS, config.tickMs), followBalances),
    every(config.tickMs, reconcilePayments),
    ...(config.metrics.port === undefined ? [] : [every(MEASURE_EVERY_MS, measurePayments)]),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
