import type { Rows } from '#platform/db'
import type { MailKind } from './letter.ts'

export type ListedMail = {
  id: number
  kind: MailKind
  address: string
  state: 'waiting' | 'refused' | 'late'
  attempts: number
  trouble: string | null
  createdAt: Date
  nextAt: Date | null
}

const SHOWN = 1_000

/** Mails that were given up, and those that wait, for an operator: the newest first. */
export const listMails = (db: Rows): Promise<ListedMail[]> =>
  db.rows(
    `select id, kind, address, state, attempts, trouble, created_at as "createdAt",
       case when state = 'waiting' then next_at end as "nextAt"
     from mails where state <> 'sent' order by created_at desc limit ${SHOWN}`,
  )
