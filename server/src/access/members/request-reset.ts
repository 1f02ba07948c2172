import type { ResetBody } from '@atelier/contract'
import { queueMail } from '#access/mail'
import type { MailSettings } from '#platform/config'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

const NO_MAIL = 'No mail is sent here. Ask the operator for a link that sets a new password.'

/**
 * Queues the mail that replaces a lost password. Whether the address has an account is looked at by the
 * worker later: here every address takes the same path, and so the same time.
 */
export async function requestReset(
  db: Rows,
  mail: MailSettings | undefined,
  { email, language = 'en' }: ResetBody,
): Promise<void> {
  if (!mail) throw new Refusal('not_found', NO_MAIL)
  await queueMail(db, { kind: 'password_reset', address: email, language, facts: {} })
}
