import { applyPayments, type Cashier, followBalances, reconcilePayments } from '#access/payments'
import type { App } from '#platform/app'

const APPLY_EVERY_MS = 500
const FOLLOW_EVERY_MS = 5_000

/** Applies payments, tops up and asks Stripe for what it did not tell; does nothing where nothing is sold. */
export function startPayments(app: App): { stop(): Promise<void> } {
  const { db, log, config, stripe } = app
  if (!stripe) return { stop: async () => undefined }
  const cashier: Cashier = { db, log, config, stripe }
  const loops = [
    repeat(cashier, applyPayments, APPLY_EVERY_MS),
    repeat(cashier, followBalances, Math.min(FOLLOW_EVERY_MS, config.tickMs)),
    repeat(cashier, reconcilePayments, config.tickMs),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** At once, and again some time after it ended. A failure is told once, until it works again. */
function repeat(cashier: Cashier, work: (cashier: Cashier) => Promise<void>, everyMs: number) {
  let stopped = false
  let isFailing = false
  let timer: NodeJS.Timeout
  const run = async () => {
    try {
      await work(cashier)
      isFailing = false
    } catch (err) {
      if (!isFailing) cashier.log.warn({ err, work: work.name }, 'payments could not be worked on')
      isFailing = true
    }
    if (!stopped) timer = setTimeout(() => (running = run()), everyMs)
  }
  let running = run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
