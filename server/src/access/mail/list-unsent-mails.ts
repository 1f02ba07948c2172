import type { UnsentMail } from '@atelier/contract'
import type { Rows } from '#platform/db'
import type { MailKind } from './letter.ts'

type Row = {
  id: number
  kind: MailKind
  user_id: string | null
  address: string
  state: UnsentMail['state']
  attempts: number
  trouble: string | null
  created_at: Date
  next_at: Date | null
}

/**
 * Mails that wait, and those that were given up, newest first, for an admin or an operator. The database
 * refuses everybody else.
 */
export async function listUnsentMails(db: Rows, limit: number): Promise<UnsentMail[]> {
  const rows = await db.rows<Row>(`select * from list_unsent_mails($1)`, [limit])
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    userId: row.user_id,
    address: row.address,
    state: row.state,
    attempts: row.attempts,
    trouble: row.trouble,
    createdAt: row.created_at.toISOString(),
    nextAt: row.next_at?.toISOString() ?? null,
  }))
}
