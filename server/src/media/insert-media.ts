import type { Caller } from '#accounts'
import type { Tx } from '#db'
import type { Order } from './image-order.ts'

export type NewMedia = { id: string; order: Order; stallMs: number; runDueMs: number }

/**
 * Writes the media, `queued`. False when its clientRef is bound already: the index decides the race, not we.
 */
export async function insertMedia(tx: Tx, caller: Caller, media: NewMedia): Promise<boolean> {
  const { id, order, stallMs, runDueMs } = media
  const row = await tx.row(
    `with clock as (select date_trunc('milliseconds', clock_timestamp()) as at)
     insert into media (id, user_id, mode, key_id, kind, status, prompt, provider, model, size, n, client_ref,
                        client_ref_bound, body_hash, cost_credits, created_at, deadline_at, run_due_at)
     select $1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10, $11, $11::text is not null, $12, $13,
            at, at + $14 * interval '1 ms', at + $15 * interval '1 ms' from clock
     on conflict do nothing returning id`,
    [
      id,
      caller.owner.userId,
      caller.owner.mode,
      caller.keyId,
      order.kind,
      order.prompt,
      order.provider,
      order.model,
      order.size,
      order.n,
      order.clientRef,
      order.bodyHash,
      order.costCredits,
      stallMs,
      runDueMs,
    ],
  )
  return row !== undefined
}
