import { endpoints, UNSENT_MAILS_SHOWN } from '@atelier/contract'
import { listUnsentMails as list } from '#access/mail'
import { sessionRoute } from '#edge/http'

export const listUnsentMails = sessionRoute(endpoints.listUnsentMails, async ({ app }) => ({
  status: 200,
  body: { mails: await list(app.db, UNSENT_MAILS_SHOWN) },
}))
