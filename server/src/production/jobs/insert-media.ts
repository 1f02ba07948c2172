import type { Caller } from '#access/identity'
import type { Tx } from '#platform/db'
import type { Route } from '#platform/providers'
import type { Input, MediaRow } from '#production/media'
import type { Order } from '#production/orders'

export type NewMedia = {
  id: string
  order: Order
  /** Best first. The media names the first until another one is used. */
  routes: readonly [Route, ...Route[]]
  inputs: Input[]
  mask: Input | null
  dropped: MediaRow['dropped']
  angle: string | null
  stallMs: number
  runDueMs: number
}

/** Inserts the media as `queued`. False when its clientRef is bound already: a trigger decides. */
export async function insertMedia(tx: Tx, caller: Caller, media: NewMedia): Promise<boolean> {
  const { id, order, routes, inputs, mask, dropped, angle, stallMs, runDueMs } = media
  const ready = [...inputs, ...(mask ? [mask] : [])].every((input) => input.file !== null)
  const row = await tx.row(
    `with clock as (select date_trunc('milliseconds', clock_timestamp()) as at)
     insert into media (id, user_id, mode, key_id, kind, status, prompt, provider, model, size, orientation,
                        resolution, duration_seconds, n, product_id, character_id, cep_id, angle, hook,
                        inputs, dropped, mask, inputs_ready, client_ref, client_ref_bound, body_hash,
                        cost_credits, routes, created_at, deadline_at, run_due_at)
     select $1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
            $20, $21, $22, $23, $23::text is not null, $24, $25, $26,
            at, at + $27 * interval '1 ms', at + $28 * interval '1 ms' from clock
     on conflict do nothing returning id`,
    [
      id,
      caller.owner.userId,
      caller.owner.mode,
      caller.keyId,
      order.kind,
      order.prompt,
      routes[0].provider,
      routes[0].model,
      order.size,
      order.orientation,
      order.resolution,
      order.durationSeconds,
      order.n,
      order.references.productId,
      order.references.characterId,
      order.references.cepId,
      angle,
      order.hook,
      JSON.stringify(inputs),
      JSON.stringify(dropped),
      mask && JSON.stringify(mask),
      ready,
      order.clientRef,
      order.bodyHash,
      order.costCredits,
      JSON.stringify(routes),
      stallMs,
      runDueMs,
    ],
  )
  return row !== undefined
}
