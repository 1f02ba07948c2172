import { sendMails } from '#access/mail'
import { queueSummaries } from '#learning/summaries'
import type { App } from '#platform/app'
import { openMailer } from '#platform/smtp'
import { type Repeated, repeat } from './repeat.ts'

const SEND_EVERY_MS = 1_000

/** Sends the mails of the queue; does nothing where no mail server is set. */
export function startMail({ db, log, config }: App): Repeated {
  if (!config.mail) return { stop: async () => undefined }
  const sender = { db, log, config, mailer: openMailer(config.mail) }
  const loops = [
    repeat({
      everyMs: SEND_EVERY_MS,
      work: (isStopped) => sendMails(sender, isStopped),
      onFailure: (err) => log.warn({ err }, 'mails could not be sent'),
    }),
    repeat({
      everyMs: config.tickMs,
      work: (isStopped) => queueSummaries({ db, config }, isStopped),
      onFailure: (err) => log.warn({ err }, 'weekly summaries could not be written'),
    }),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
