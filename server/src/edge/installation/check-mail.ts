import type { Config } from '#platform/config'
import { openMailer } from '#platform/smtp'
import { type Finding, failure, note, ok } from './finding.ts'

const REMEDIES: [RegExp, string][] = [
  [
    /certificate|self-signed/i,
    'Set SMTP_HOST to the name in the certificate, or SMTP_CA_FILE to the authority that signed it.',
  ],
  [/STARTTLS|wrong version number|TLS/i, 'Set SMTP_TLS: starttls on port 587, implicit on port 465.'],
  [/\b5(?:30|34|35|38)\b|auth|login/i, 'Correct SMTP_USER and the password in SMTP_PASSWORD_FILE.'],
]

/** Connects to the mail server as the worker does and logs in; sends nothing. */
export async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (!mail) return [ok('none is sent: invitations and links are handed over by people (docs/mail.md)')]
  const { host, port, tls } = mail
  try {
    await openMailer(mail).check()
  } catch (error) {
    const { message } = error as Error
    const remedy = REMEDIES.find(([pattern]) => pattern.test(message))?.[1]
    return [failure(message, remedy ?? 'Start the mail server, or correct SMTP_HOST and SMTP_PORT.')]
  }
  const found: Finding[] = [ok(`${host}:${port} takes mails${mail.user ? ' after a log-in' : ''}`)]
  if (tls === 'none') found.push(note('SMTP_TLS is none: mails and their links travel in the clear'))
  return found
}
