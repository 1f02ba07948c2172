import {
  applyPayments,
  type Cashier,
  followBalances,
  measurePayments,
  noteLowBalances,
  reconcilePayments,
} from '#access/payments'
import type { App } from '#platform/app'
import { type Repeated, repeat } from './repeat.ts'

const APPLY_EVERY_MS = 500
const FOLLOW_EVERY_MS = 5_000
const MEASURE_EVERY_MS = 10_000

/**
 * Applies payments, tops up and asks Stripe for what it did not tell. Where nothing is sold, it only tells
 * owners of low balances.
 */
export function startPayments(app: App): Repeated {
  const { db, log, config, stripe, metrics } = app
  const followMs = Math.min(FOLLOW_EVERY_MS, config.tickMs)
  const repeatWork = (everyMs: number, name: string, work: () => Promise<void>) =>
    repeat({
      everyMs,
      work,
      onFailure: (err) => log.warn({ err, work: name }, 'payments could not be worked on'),
    })
  if (!stripe) return repeatWork(followMs, noteLowBalances.name, () => noteLowBalances(app))
  const cashier: Cashier = { db, log, config, metrics, stripe }
  const every = (everyMs: number, work: (cashier: Cashier) => Promise<void>) =>
    repeatWork(everyMs, work.name, () => work(cashier))
  const loops = [
    every(APPLY_EVERY_MS, applyPayments),
    every(followMs, followBalances),
    every(config.tickMs, reconcilePayments),
    ...(config.metrics.port === undefined ? [] : [every(MEASURE_EVERY_MS, measurePayments)]),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
