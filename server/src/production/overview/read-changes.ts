import type { Change, MediaStatus } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

export type Changes = { changes: Change[]; cursor: string; reload: boolean }

/** More than a page shows. Who was away for longer reads the lists again. */
const FINISHED_MAX = 200

type Row = {
  id: string
  status: MediaStatus
  progress: number | null
  removed: boolean
  erased: boolean
  moved_in: number | null
  horizon: number
}

/**
 * The media that wait now, and those that were finished, removed or erased since the cursor. The cursor is
 * the oldest transaction that was still running when the rows were read: whatever commits later is above it,
 * and what commits late is not missed. Rows above it that were seen already are sent again.
 */
export async function readChanges(db: Rows, owner: Owner, since: string | undefined): Promise<Changes> {
  const from = since === undefined ? null : readHorizon(since)
  const rows = await db.rows<Row>(
    `with seen as materialized (
       select pg_snapshot_xmin(s)::text::bigint as horizon, pg_snapshot_xmax(s)::text::bigint as ends
       from pg_current_snapshot() s)
     select '' as id, '' as status, null as progress, false as removed, false as erased, null as moved_in,
       horizon from seen
     union all
     (select id, status, progress, removed_at is not null, erased_at is not null, moved_in, 0 from media
      where user_id = $1 and mode = $2 and status in ('completed', 'failed', 'stalled')
        and moved_in >= $3::bigint and moved_in < (select ends from seen)
      order by moved_in, id limit ${FINISHED_MAX + 1})
     union all
     (select id, status, progress, false, erased_at is not null, moved_in, 0 from media
      where user_id = $1 and mode = $2 and status in ('queued', 'processing') order by created_at, id)`,
    [owner.userId, owner.mode, from],
  )
  const horizon = rows.find(({ id }) => id === '')?.horizon ?? 0
  const moved = rows.filter(({ id }) => id !== '')
  const cursor = writeHorizon(horizon)
  const finished = moved.filter(({ status }) => status !== 'queued' && status !== 'processing')
  // A cursor from the future was made by a database that was since restored.
  const isLost = from !== null && (finished.length > FINISHED_MAX || from > horizon)
  return { changes: isLost ? [] : moved.map(presentChange), cursor, reload: isLost }
}

const presentChange = ({ id, status, progress, removed, erased }: Row): Change => ({
  id,
  status,
  progress,
  removed,
  erased,
})

const writeHorizon = (horizon: number): string => Buffer.from(`moved.${horizon}`).toString('base64url')

function readHorizon(cursor: string): number {
  const [, horizon] = /^moved\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (horizon === undefined)
    throw new Refusal('invalid_request', 'since is not a cursor of this endpoint.', { field: 'since' })
  return Number(horizon)
}
