import { isIdOf, type Media } from '@atelier/contract'
import type { Caller, Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { type MediaRow, mediaColumns, mediaNotFound, presentWithSiblings } from '#production/media'
import { settleStalled } from './settle.ts'

/** How often a poll may make us ask the provider: at most one look in this time, whoever asks. */
const CHECK_AGAIN_MS = 5_000

/**
 * What a poll answers: what is stored. It never waits for a provider, but it wakes a run that has not looked
 * lately.
 */
export async function pollMedia(app: App, caller: Caller, id: string): Promise<Media> {
  let row = isIdOf('media', id) ? await findPolled(app.db, caller.owner, id) : undefined
  if (row?.check_due) await wake(app, row)
  // Past its window, and the provider was asked right before the end: the poll itself may say so.
  if (row?.overdue && (await settleStalled(app.db, id, 'was just looked at'))) {
    row = await findPolled(app.db, caller.owner, id)
  }
  if (!row) throw mediaNotFound()
  return presentWithSiblings(app, row)
}

type PolledRow = MediaRow & { check_due: boolean; overdue: boolean }

const findPolled = (db: Rows, owner: Owner, id: string): Promise<PolledRow | undefined> =>
  db.row<PolledRow>(
    `select ${mediaColumns},
       status in ('queued', 'processing') and deadline_at <= clock_timestamp() as overdue,
       status in ('queued', 'processing') and ${checkIsDue('$4')} as check_due
     from media where id = $1 and user_id = $2 and mode = $3`,
    [id, owner.userId, owner.mode, CHECK_AGAIN_MS],
  )

/** Of many polls at once, the one whose update wins rings. */
async function wake(app: App, row: MediaRow): Promise<void> {
  const woken = await app.db.row<{ wake_token: string | null }>(
    `update media set woken_at = clock_timestamp()
     where id = $1 and user_id = $2 and status in ('queued', 'processing') and ${checkIsDue('$3')}
     returning wake_token`,
    [row.id, row.user_id, CHECK_AGAIN_MS],
  )
  if (woken?.wake_token) void app.engine.wake(woken.wake_token)
}

const checkIsDue = (ms: string) =>
  `greatest(checked_at, woken_at, created_at) < clock_timestamp() - ${ms} * interval '1 ms'`
