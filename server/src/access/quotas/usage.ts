import type { QuotaName } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** What is counted together, as in the column `kind`. */
export type UsageKind = 'uploads' | 'photos' | 'memory' | 'notes'
export type Usage = { items: number; bytes: number }

/** Which counter each quota limits. */
export const counters: Record<QuotaName, { kind: UsageKind; of: keyof Usage }> = {
  uploads: { kind: 'uploads', of: 'items' },
  uploadBytes: { kind: 'uploads', of: 'bytes' },
  photos: { kind: 'photos', of: 'items' },
  photoBytes: { kind: 'photos', of: 'bytes' },
  memoryRows: { kind: 'memory', of: 'items' },
  notes: { kind: 'notes', of: 'items' },
}

/** Triggers keep the counters. An owner that never stored anything of a kind has no row. */
export async function readUsage(db: Rows, owner: Owner): Promise<Record<UsageKind, Usage>> {
  const rows = await db.rows<Usage & { kind: UsageKind }>(
    `select kind, items, bytes from usage_counts where user_id = $1 and mode = $2`,
    [owner.userId, owner.mode],
  )
  const usage = { uploads: NONE, photos: NONE, memory: NONE, notes: NONE }
  for (const { kind, items, bytes } of rows) usage[kind] = { items, bytes }
  return usage
}

const NONE: Usage = { items: 0, bytes: 0 }
