import { type Quotas, quotaNames } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import { counters, readUsage } from './usage.ts'

export async function readQuotas({ db, config }: App, owner: Owner): Promise<{ quotas: Quotas }> {
  const usage = await readUsage(db, owner)
  const quotas = quotaNames.map((name) => {
    const { kind, of } = counters[name]
    return [name, { used: usage[kind][of], limit: config.quotas[name] }]
  })
  return { quotas: Object.fromEntries(quotas) as Quotas }
}
