import type { Warning } from '@atelier/contract'
import type { App } from '#platform/app'
import type { Order } from './order.ts'

/** Warnings that other modules know for an order, such as similar prompts that lost. */
export type FindWarnings = (order: Order) => Promise<Warning[]>

/** The job is accepted and paid for: its answer comes without warnings rather than late or not at all. */
const WARNINGS_MS = 1_000

/** The warnings that are found in time. Never rejects. */
export async function warnInTime(app: App, order: Order, findWarnings: FindWarnings): Promise<Warning[]> {
  const late = Promise.withResolvers<Warning[]>()
  const timer = setTimeout(() => late.resolve([]), WARNINGS_MS)
  const found = findWarnings(order).catch((err): Warning[] => {
    app.log.warn({ err }, 'the warnings for a job could not be read')
    return []
  })
  return Promise.race([found, late.promise]).finally(() => clearTimeout(timer))
}
