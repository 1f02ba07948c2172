import { quotaNames } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Db, Tx } from '#platform/db'
import { quotaExceeded } from './check-quota.ts'
import { counters, readUsage } from './usage.ts'

type StoreApp = Pick<App, 'config'> & { db: Pick<Db, 'transaction'> }

/** Transactions that are refused when they have raised a counter of the owner above its limit. */
export const withinQuota = (app: StoreApp, owner: Owner): Pick<Db, 'transaction'> => ({
  transaction: (work, options) =>
    app.db.transaction((tx) => stayWithin(app, tx, owner, () => work(tx)), options),
})

/** What changes nothing passes, also above the limit. */
async function stayWithin<T>({ config }: StoreApp, tx: Tx, owner: Owner, work: () => Promise<T>): Promise<T> {
  const before = await readUsage(tx, owner)
  const result = await work()
  const after = await readUsage(tx, owner)
  for (const name of quotaNames) {
    const { kind, of } = counters[name]
    const limit = config.quotas[name]
    if (after[kind][of] > Math.max(limit, before[kind][of]))
      throw quotaExceeded(name, limit, before[kind][of])
  }
  return result
}
