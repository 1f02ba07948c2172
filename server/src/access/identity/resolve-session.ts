import type { Rows } from '#platform/db'
import { digestOf } from './key-text.ts'
import { IS_ALIVE, type LiveSession, SESSION_COLUMNS, type SessionRow, toSession } from './session-row.ts'

/** The cell in front is missing in tokens from before decision 0025. */
const TOKEN = /^(?:[0-9A-Za-z]{2})?[0-9A-Za-z_-]{43}$/

/** `unknown`: there is no such session, or it has ended. `inactive`: its user is suspended. */
export async function resolveSession(db: Rows, token: string): Promise<LiveSession | 'unknown' | 'inactive'> {
  if (!TOKEN.test(token)) return 'unknown'
  const row = await db.row<SessionRow>(
    `select ${SESSION_COLUMNS} from sessions s join users u on u.id = s.user_id
     where s.digest = $1 and ${IS_ALIVE}`,
    [digestOf(token)],
  )
  if (!row) return 'unknown'
  if (row.suspended) return 'inactive'
  // To the minute: a page that polls every second must not write every second.
  if (row.unseen) {
    await db.row(`update sessions set seen_at = clock_timestamp() where digest = $1`, [row.digest])
  }
  return toSession(row)
}
