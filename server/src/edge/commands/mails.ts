import { listUnsentMails } from '#access/mail'
import { type Command, withDb } from '#edge/command-line'

const SHOWN = 1_000

export const mails: Command = {
  name: 'mails',
  usage:
    'mails                                  list mails that wait or were given up, one JSON object per line',
  run: () =>
    withDb(async (db) => {
      for (const mail of await listUnsentMails(db, SHOWN)) console.log(JSON.stringify(mail))
      return 0
    }),
}
