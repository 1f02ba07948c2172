import type { Language } from '@atelier/contract'
import type { Rows } from '#platform/db'
import type { MailKind } from './letter.ts'

export type MailRow = {
  id: number
  kind: MailKind
  user_id: string | null
  person: Buffer
  address: string
  language: Language
  facts: object
  attempts: number
  created_at: Date
  is_late: boolean
}

/**
 * Two mails of a kind to one person are at least this far apart: a minute, and the time that the sending of
 * the first may take. The worker that sends may be killed before it notes so.
 */
const TURN_SECONDS = 90
const PAUSE_MAX_SECONDS = 7_200
const IS_LATE = `created_at < clock_timestamp() - interval '1 day'`

/**
 * Claims mails that are due. Each is due again after a pause that doubles, whatever becomes of this attempt.
 * A mail that was not sent within a day is late.
 */
export const claimMails = (db: Rows, limit: number): Promise<MailRow[]> =>
  db.rows<MailRow>(
    `update mails m set attempts = m.attempts + 1, next_at = clock_timestamp() + interval '1 second' *
         least(${PAUSE_MAX_SECONDS}, ${TURN_SECONDS} * 2 ^ least(m.attempts, 10))
     where m.state = 'waiting' and m.id in (
       select d.id from mails d where d.state = 'waiting' and d.next_at <= clock_timestamp()
       order by d.next_at limit $1 for update skip locked)
     returning m.id, m.kind, m.user_id, m.person, m.address, m.language, m.facts, m.attempts, m.created_at,
       ${IS_LATE} as is_late`,
    [limit],
  )

/**
 * Takes the turn to send this kind of mail to this person. The database settles it: of several who ask within
 * the time of a turn, one is answered true.
 */
export async function takeTurn(db: Rows, { person, kind }: MailRow): Promise<boolean> {
  const row = await db.row(
    `insert into mail_turns as t (person, kind, taken_at) values ($1, $2, clock_timestamp())
     on conflict (person, kind) do update set taken_at = excluded.taken_at
       where t.taken_at < clock_timestamp() - interval '${TURN_SECONDS} seconds' returning t.kind`,
    [person, kind],
  )
  return row !== undefined
}

/** Puts a mail back until the turn of its kind is over. It does not count as an attempt. */
export async function awaitTurn(db: Rows, { id, attempts }: MailRow): Promise<void> {
  await db.row(
    `update mails m set attempts = m.attempts - 1, next_at = coalesce(
       (select t.taken_at + interval '${TURN_SECONDS + 1} seconds' from mail_turns t
        where t.person = m.person and t.kind = m.kind), clock_timestamp())
     where m.id = $1 and m.attempts = $2`,
    [id, attempts],
  )
}

/** Nobody needs a session to ask for a mail to an address, so there is an end to it. */
const MAILS_A_DAY = 10

/** Whether a person got as many mails of this kind within a day as anybody gets. */
export async function isEnough(db: Rows, { person, kind }: MailRow): Promise<boolean> {
  const row = await db.row<{ sent: number }>(
    `select count(*)::int as sent from mails where person = $1 and kind = $2 and state = 'sent'
       and ended_at > clock_timestamp() - interval '1 day'`,
    [person, kind],
  )
  return (row?.sent ?? 0) >= MAILS_A_DAY
}

type End = { state: 'sent' | 'late' } | { state: 'refused'; trouble: string }

/**
 * Ends a mail, unless it was claimed again. One that got newer facts while it was sent is not ended by that:
 * they are told, too. One that was asked for again meanwhile is not late.
 */
export async function endMail(db: Rows, { id, attempts, facts }: MailRow, end: End): Promise<void> {
  const trouble = 'trouble' in end ? end.trouble : null
  await db.row(
    `update mails set state = $4, trouble = coalesce($5, trouble), ended_at = clock_timestamp(),
       address = case when $4 <> 'sent' then address end
     where id = $1 and attempts = $2 and facts = $3::jsonb and ($4 <> 'late' or ${IS_LATE})`,
    [id, attempts, JSON.stringify(facts), end.state, trouble],
  )
}

export async function noteTrouble(db: Rows, { id, attempts }: MailRow, trouble: string): Promise<void> {
  await db.row(`update mails set trouble = $3 where id = $1 and attempts = $2`, [id, attempts, trouble])
}

/** There is nothing to tell any more, unless newer facts came meanwhile. */
export async function dropMail(db: Rows, { id, facts }: MailRow): Promise<void> {
  await db.row(`delete from mails where id = $1 and facts = $2::jsonb`, [id, JSON.stringify(facts)])
}
