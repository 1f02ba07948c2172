import { z } from 'zod'

/** As browsers check an address: none of the characters that mean something in SMTP or in a header. */
const ADDRESS = String.raw`[\w.!#$%&'*+/=?^\x60{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?`
const MAILBOX = new RegExp(`^(?:([^<>"\\\\\\p{Cc}]{1,80}) <(${ADDRESS})>|(${ADDRESS}))$`, 'u')
const isAddress = new RegExp(`^${ADDRESS}$`)

/** Whether a mail can be addressed so, without quoting anything. */
export const isMailable = (address: string): boolean => address.length <= 254 && isAddress.test(address)

const HOST = /^[\w.:-]+$/

/** The settings of mail. The password is in a file, so that no list of an environment shows it. */
export const MailEnvironment = z.object({
  SMTP_HOST: z.string().regex(HOST).optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).default(587),
  SMTP_TLS: z.enum(['starttls', 'implicit', 'none']).default('starttls'),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD_FILE: z.string().min(1).optional(),
  SMTP_CA_FILE: z.string().min(1).optional(),
  MAIL_FROM: z.string().regex(MAILBOX).optional(),
})

type Values = z.infer<typeof MailEnvironment>

/** The server that takes our mails, and whom they are from. */
export type MailSettings = {
  host: string
  port: number
  tls: 'starttls' | 'implicit' | 'none'
  user: string | undefined
  passwordFile: string | undefined
  caFile: string | undefined
  from: { name: string; address: string }
}

/** Undefined where no mail is sent: without a server. */
export function mailSettingsOf(e: Values): MailSettings | undefined {
  const [, name = 'Atelier', named, plain] = MAILBOX.exec(e.MAIL_FROM ?? '') ?? []
  const address = named ?? plain
  if (!e.SMTP_HOST || address === undefined) return undefined
  return {
    host: e.SMTP_HOST,
    port: e.SMTP_PORT,
    tls: e.SMTP_TLS,
    user: e.SMTP_USER,
    passwordFile: e.SMTP_PASSWORD_FILE,
    caFile: e.SMTP_CA_FILE,
    from: { name, address },
  }
}

/** A line for each setting without the one that it needs. */
export function findWrongMail(e: Values): string[] {
  const pairs = [
    ['SMTP_HOST', 'MAIL_FROM'],
    ['MAIL_FROM', 'SMTP_HOST'],
    ['SMTP_USER', 'SMTP_PASSWORD_FILE'],
    ['SMTP_PASSWORD_FILE', 'SMTP_USER'],
    ['SMTP_USER', 'SMTP_HOST'],
  ] as const
  const lines = pairs
    .filter(([set, needed]) => e[set] && !e[needed])
    .map(([set, needed]) => `${needed} is not set, and ${set} is. Set both or none.`)
  if (e.SMTP_USER && e.SMTP_TLS === 'none')
    lines.push('SMTP_TLS must be starttls or implicit when SMTP_USER is set: the password would be readable.')
  return lines
}
