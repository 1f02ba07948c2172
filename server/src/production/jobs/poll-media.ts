import { isIdOf, type Media } from '@atelier/contract'
import type { Caller, Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { erased } from '#platform/refusal'
import { type MediaRow, mediaColumns, mediaNotFound, presentWithSiblings } from '#production/media'
import { POLL_CHECK_MS, RUN_GRACE_MS } from '#production/timing'
import { settleStalled } from './settle.ts'

/**
 * Answers a poll with what is stored. It never waits for a provider, but wakes a run whose check is late, and
 * stalls a job whose window is over.
 */
export async function pollMedia(app: App, caller: Caller, id: string): Promise<Media> {
  let row = isIdOf('media', id) ? await findPolled(app.db, caller.owner, id) : undefined
  if (row?.check_due) await wake(app, row)
  // The provider was checked right before the end of the window, so the poll itself can settle the job.
  if (row?.overdue && (await settleStalled(app, id, { isCheckedNow: false }))) {
    row = await findPolled(app.db, caller.owner, id)
  }
  if (!row) throw mediaNotFound(id)
  if (row.erased_at) throw erased(row.erased_at)
  const [media] = await presentWithSiblings(app, [row])
  return media as Media
}

type PolledRow = MediaRow & { check_due: boolean; overdue: boolean }

const findPolled = (db: Rows, owner: Owner, id: string): Promise<PolledRow | undefined> =>
  db.row<PolledRow>(
    `select ${mediaColumns},
       status in ('queued', 'processing') and deadline_at <= clock_timestamp() as overdue,
       status in ('queued', 'processing') and ${checkIsDue('$4')} as check_due
     from media where id = $1 and user_id = $2 and mode = $3`,
    [id, owner.userId, owner.mode, POLL_CHECK_MS],
  )

/** Of concurrent polls, only the one whose update matches wakes the run. */
async function wake(app: App, row: MediaRow): Promise<void> {
  const woken = await app.db.row<{ wake_token: string | null }>(
    `update media set woken_at = clock_timestamp()
     where id = $1 and user_id = $2 and status in ('queued', 'processing') and ${checkIsDue('$3')}
     returning wake_token`,
    [row.id, row.user_id, POLL_CHECK_MS],
  )
  if (woken?.wake_token) void app.engine.wake(woken.wake_token)
}

/** `run_due_at` is the time of the next check and a grace, which is longer than this. */
const checkIsDue = (ms: string) =>
  `run_due_at < clock_timestamp() + (${RUN_GRACE_MS} - ${ms}) * interval '1 ms'
   and coalesce(woken_at, created_at) < clock_timestamp() - ${ms} * interval '1 ms'`
