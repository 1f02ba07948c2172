import { isIdOf, type Media } from '@atelier/contract'
import type { Caller, Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { type MediaRow, mediaColumns, mediaNotFound, presentWithSiblings } from '#production/media'
import { settleStalled } from './settle.ts'

/** How often a poll may make us ask the provider: at most one look in this time, whoever asks. */
const LOOK_AGAIN_MS = 5_000

/**
 * What a poll answers: what is stored. It never waits for a provider, but it wakes a run that has not looked
 * lately.
 */
export async function pollMedia(app: App, caller: Caller, id: string): Promise<Media> {
  let row = isIdOf('media', id) ? await findPolled(app.db, caller.owner, id) : undefined
  if (row?.look_due) await wake(app, row)
  // Past its window, and the provider was asked right before the end: the poll itself may say so.
  if (row?.overdue && (await settleStalled(app.db, id, 'was just looked at'))) {
    row = await findPolled(app.db, caller.owner, id)
  }
  if (!row) throw mediaNotFound()
  return presentWithSiblings(app, row)
}

type PolledRow = MediaRow & { look_due: boolean; overdue: boolean }

const findPolled = (db: Rows, owner: Owner, id: string): Promise<PolledRow | undefined> =>
  db.row<PolledRow>(
    `select ${mediaColumns},
       status in ('queued', 'processing') and deadline_at <= clock_timestamp() as overdue,
       status in ('queued', 'processing') and ${lookIsDue('$4')} as look_due
     from media where id = $1 and user_id = $2 and mode = $3`,
    [id, owner.userId, owner.mode, LOOK_AGAIN_MS],
  )

/** Of many polls at once, the one whose update wins rings. */
async function wake(app: App, row: MediaRow): Promise<void> {
  const woken = await app.db.row<{ hint_id: string | null }>(
    `update media set rung_at = clock_timestamp()
     where id = $1 and user_id = $2 and status in ('queued', 'processing') and ${lookIsDue('$3')}
     returning hint_id`,
    [row.id, row.user_id, LOOK_AGAIN_MS],
  )
  if (woken?.hint_id) void app.engine.ring(woken.hint_id)
}

const lookIsDue = (ms: string) =>
  `greatest(looked_at, rung_at, created_at) < clock_timestamp() - ${ms} * interval '1 ms'`
