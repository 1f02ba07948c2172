import { type QuotaName, quotaNames } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { counters, readUsage, type Usage, type UsageKind } from './usage.ts'

/** What a request stores: so many things of a kind, with so many bytes in all. */
export type Amount = Usage & { kind: UsageKind }

/** A look without a lock, before bytes are stored: refuses what cannot succeed. The commit decides. */
export async function refuseIfFull(app: App, owner: Owner, wanted: Amount): Promise<void> {
  const usage = (await readUsage(app.db, owner))[wanted.kind]
  refuseAbove(app.config.quotas, usage, wanted)
}

/**
 * Refuses what was just inserted in this transaction, if it is too much. The insert has locked and raised the
 * counter, so parallel requests of the owner wait here and see each other.
 */
export async function refuseOverflow(
  tx: Tx,
  { config }: Pick<App, 'config'>,
  owner: Owner,
  added: Amount,
): Promise<void> {
  const { items, bytes } = (await readUsage(tx, owner))[added.kind]
  refuseAbove(config.quotas, { items: items - added.items, bytes: bytes - added.bytes }, added)
}

function refuseAbove(limits: Record<QuotaName, number>, used: Usage, added: Amount): void {
  for (const name of quotaNames) {
    const { kind, of } = counters[name]
    if (kind === added.kind && used[of] + added[of] > limits[name])
      throw quotaExceeded(name, limits[name], used[of])
  }
}

const advice: Record<UsageKind, string> = {
  uploads: 'Delete uploads that you no longer need (DELETE /api/gen/assets/{id})',
  photos: 'Delete photos that you no longer need, or ask the operator for more',
  memory: 'Ask the operator for more',
  notes: 'Ask the operator for more',
}

export const quotaExceeded = (quota: QuotaName, limit: number, used: number) =>
  new Refusal(
    'quota_exceeded',
    `The limit of ${limit} for ${quota} would be exceeded: ${used} are used. ` +
      `${advice[counters[quota].kind]}. Nothing more was stored.`,
    { quota, limit, used },
  )
