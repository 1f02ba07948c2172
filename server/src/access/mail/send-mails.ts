import type { App } from '#platform/app'
import type { Mailer } from '#platform/smtp'
import { compose } from './compose.ts'
import {
  awaitTurn,
  claimMails,
  dropMail,
  endMail,
  isEnough,
  type MailRow,
  noteTrouble,
  takeTurn,
} from './mail-row.ts'
import { endUrl, type Notice } from './notices.ts'
import { writeMessage } from './write-message.ts'

/** At the same time, each over a connection of its own. */
const AT_ONCE = 5
/** A process that was held up for longer after it took the turn does not send. */
const LATE_MS = 5_000

export type Sender = Pick<App, 'db' | 'log' | 'config'> & { mailer: Mailer }

/**
 * Sends what is due. A worker that is killed after the server took a mail and before that was noted leaves it
 * to be sent once more when its pause is over: every mail is sent at least once, and never twice in a minute.
 */
export async function sendMails(sender: Sender, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const mails = await claimMails(sender.db, AT_ONCE)
    if (mails.length === 0) return
    await Promise.all(mails.map((mail) => sendMail(sender, mail)))
  }
}

type NoticeRow = MailRow & { kind: Notice['kind']; user_id: string }

const isNotice = (mail: MailRow): mail is NoticeRow =>
  (mail.kind === 'low_balance' || mail.kind === 'weekly_summary') && mail.user_id !== null

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

async function sendMail(sender: Sender, mail: MailRow): Promise<void> {
  const { db, log, config, mailer } = sender
  const about = { mail: mail.id, kind: mail.kind }
  if (mail.is_late) {
    log.error(about, 'a mail was given up after a day: `pnpm admin mails` shows why')
    return endMail(db, mail, { state: 'late' })
  }
  if (await isEnough(db, mail)) return dropMail(db, mail)
  if (!(await takeTurn(db, mail))) return awaitTurn(db, mail)
  const turnAt = performance.now()
  const text = await compose(db, config, mail)
  if (!text) return dropMail(db, mail)
  if (performance.now() - turnAt > LATE_MS) return noteTrouble(db, mail, 'the worker was held up')
  const answer = await mailer.send({
    id: `${config.cell}-${mail.id}-${mail.created_at.getTime()}`,
    to: mail.address,
    ...writeMessage(text, text.language ?? mail.language),
    ...(isNotice(mail) && { headers: unsubscribeHeaders(endUrl(config, mail.kind, mail.user_id)) }),
  })
  switch (answer.kind) {
    case 'sent':
      return endMail(db, mail, { state: 'sent' })
    case 'refused':
      log.error(about, 'a mail was refused for good: `pnpm admin mails` shows why')
      return endMail(db, mail, { state: 'refused', trouble: answer.why })
    case 'failed':
      // What the server said may name the address.
      log.warn({ ...about, attempts: mail.attempts }, 'a mail could not be sent yet')
      return noteTrouble(db, mail, answer.why)
    default:
      answer satisfies never
  }
}
