import { newId } from '../../src/platform/ids/index.ts'
import type { Past } from './open-past.ts'
import { WINDOW_MS } from './plan-jobs.ts'

type Statement = [text: string, values: unknown[]]

const USER = `(select id from users where email = $1)`

export const letRequestsPass = (email: string): Statement => [
  `delete from rate_logs where user_id = ${USER}`,
  [email],
]

/** What becomes of a job whose window closes without a result, without waiting for it. */
export async function stallJob(past: Past, id: string, at: Date): Promise<void> {
  await past.moveTo(new Date(at.getTime() + WINDOW_MS))
  await past.change(
    [
      `select refund_charge($2, 'generated_media', id, cost_credits) from media
       where id = $1 and status = 'processing'`,
      [id, newId('transaction')],
    ],
    [
      `update provider_submits s set cancel_at = clock_timestamp() from media m
       where m.id = $1 and m.status = 'processing' and s.media_id = m.id and s.state = 'accepted'`,
      [id],
    ],
    [
      `update media set status = 'stalled', wake_token = null, run_due_at = null, finished_at = deadline_at,
         refunded_at = deadline_at, refunded_credits = cost_credits, error_code = 'timeout'
       where id = $1 and status = 'processing'`,
      [id],
    ],
  )
}

/** How long before its row a job was charged, for it and for its siblings. */
const EARLIER = `
  select m.id, first.created_at - e.created_at as by
  from media m join media first on first.id = coalesce(m.parent_id, m.id)
    join ledger_entries e on e.ref_type = 'generated_media' and e.ref_id = first.id and e.kind = 'charge'
  where m.user_id = ${USER} and first.created_at - e.created_at > interval '1 min'`

/** Moves the rows of media to the time of their charge. Those that are there already stay. */
export const moveMedia = (past: Past, email: string): Promise<void> =>
  past.change(
    [`create temporary table earlier on commit drop as ${EARLIER}`, [email]],
    ...moveTable('media m', 'm.id', [
      ...['created_at', 'deadline_at', 'finished_at', 'refunded_at'],
      ...['checked_at', 'woken_at', 'result_seen_at'],
    ]),
    ...moveTable('provider_submits m', 'm.media_id', ['started_at', 'answered_at', 'ended_at', 'cancel_at']),
    ...moveTable('attachments m', 'm.media_id', ['media_created_at', 'attached_at']),
  )

const moveTable = (table: string, id: string, columns: string[]): Statement[] => [
  [
    `update ${table} set ${columns.map((one) => `${one} = m.${one} - o.by`).join(', ')}
     from earlier o where ${id} = o.id`,
    [],
  ],
]

/** The shop and the keys are older than what was made with them. Only what this start made is moved. */
export const moveShop = (past: Past, email: string, began: Date, toAt: Date): Promise<void> =>
  past.change(
    ...['products', 'characters', 'topics', 'ceps', 'photos', 'api_keys'].map(
      (table): Statement => [
        `update ${table} set created_at = created_at - ($2::timestamptz - $3::timestamptz)
         where user_id = ${USER} and created_at >= $2`,
        [email, began, toAt],
      ],
    ),
  )
