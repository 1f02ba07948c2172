import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIdOf, type Language, type Notices, type NoticesBody } from '@atelier/contract'
import { findUser, readActiveUsers } from '#access/identity'
import type { Config } from '#platform/config'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import type { Letter } from './letter.ts'
import { queueMail } from './queue-mail.ts'

/** A mail that an owner can switch off. */
export type Notice = Extract<Letter, { kind: 'low_balance' | 'weekly_summary' }>

/** A mail to an owner about the account. One about money that is charged cannot be switched off. */
export type OwnerLetter = Extract<Letter, { kind: Notice['kind'] | 'top_up_stopped' }>

type Row = { language: Language | null; low_balance: boolean; weekly_summary: boolean }

const COLUMNS = 'language, low_balance, weekly_summary'
const byDefault: Row = { language: null, low_balance: true, weekly_summary: false }

const findChoices = async (db: Rows, userId: string): Promise<Row> =>
  (await db.row<Row>(`select ${COLUMNS} from mail_settings where user_id = $1`, [userId])) ?? byDefault

/** The choices without the limit of the balance, which belongs to the payments. */
type MailChoices = Omit<Notices, 'lowBalanceCredits'>

const present = (row: Row, { mail }: Pick<Config, 'mail'>): MailChoices => ({
  language: row.language ?? 'en',
  lowBalance: row.low_balance,
  weeklySummary: row.weekly_summary,
  mail: mail !== undefined,
})

export const readNotices = async (
  db: Rows,
  config: Pick<Config, 'mail'>,
  userId: string,
): Promise<MailChoices> => present(await findChoices(db, userId), config)

/** Saves what an owner chose. What is left out stays. */
export async function changeNotices(
  db: Rows,
  config: Pick<Config, 'mail'>,
  userId: string,
  { language, lowBalance, weeklySummary }: Omit<NoticesBody, 'lowBalanceCredits'>,
): Promise<MailChoices> {
  const row = await db.row<Row>(
    `insert into mail_settings as s (user_id, language, low_balance, weekly_summary, summary_at)
     values ($1, $2, coalesce($3, true), coalesce($4, false), case when $4 then next_monday() end)
     on conflict (user_id) do update set language = coalesce($2, s.language),
       low_balance = coalesce($3, s.low_balance), weekly_summary = coalesce($4, s.weekly_summary),
       summary_at = case when coalesce($4, s.weekly_summary) then coalesce(s.summary_at, next_monday()) end
     returning ${COLUMNS}`,
    [userId, language ?? null, lowBalance ?? null, weeklySummary ?? null],
  )
  return present(row ?? byDefault, config)
}

/** The language that an owner chose for mails. */
export const findLanguage = async (db: Rows, userId: string): Promise<Language | null> =>
  (await findChoices(db, userId)).language

/** Queues a mail to an owner, unless it is off, the owner is suspended, or no mail is sent at all. */
export async function queueNotice(
  db: Rows,
  { mail }: Pick<Config, 'mail'>,
  userId: string,
  letter: OwnerLetter,
): Promise<void> {
  if (!mail || !(await readActiveUsers(db, [userId])).has(userId)) return
  const [user, choices] = [await findUser(db, userId), await findChoices(db, userId)]
  const isOff = letter.kind !== 'top_up_stopped' && !choices[letter.kind]
  if (user && !isOff)
    await queueMail(db, { ...letter, userId, address: user.email, language: choices.language ?? 'en' })
}

/**
 * The owner whose summary is due, once: the next one is a week later, whatever becomes of this one. Those who
 * may not log in get none.
 */
export async function takeDueSummary(db: Rows): Promise<string | undefined> {
  const row = await db.row<{ user_id: string }>(
    `update mail_settings set summary_at = next_monday() where user_id = (
       select user_id from mail_settings where summary_at <= clock_timestamp()
       order by summary_at limit 1 for update skip locked) returning user_id`,
  )
  return row?.user_id
}

const macOf = (config: Pick<Config, 'callbackSecret'>, kind: string, userId: string): string =>
  createHmac('sha256', config.callbackSecret).update(`notice ${kind} ${userId}`).digest('base64url')

/** Where a mail program switches a notice off with one click (RFC 8058). It works as long as the secret. */
export const endUrl = (
  config: Pick<Config, 'callbackSecret' | 'publicUrl'>,
  kind: Notice['kind'],
  userId: string,
): string => `${config.publicUrl}/api/account/notices/${kind}.${userId}.${macOf(config, kind, userId)}/end`

/** Switches a notice off for who has one of its mails. */
export async function endNotices(
  db: Rows,
  config: Pick<Config, 'callbackSecret'>,
  token: string,
): Promise<void> {
  const [kind = '', userId = '', mac = ''] = token.split('.')
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(config, kind, userId))]
  const isOurs = given.length === right.length && timingSafeEqual(given, right)
  if (!isOurs || !isIdOf('user', userId)) throw new Refusal('not_found', 'This link leads nowhere.')
  await db.row(`select end_notices($1, $2)`, [userId, kind])
}
