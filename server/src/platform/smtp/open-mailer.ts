import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { createTransport, type Transporter } from 'nodemailer'
import { isMailable, type MailSettings, WrongSettings } from '#platform/config'

/** A mail whose sending took longer is given up: the next attempt must not meet it. */
const SEND_MS = 25_000
const WHY_CHARACTERS = 300

export type Message = {
  /** The same for every copy of one mail, so that a reader can tell. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** `refused`: the server takes this mail at no time. `failed`: it may take it later, or has taken it. */
export type Delivery = { kind: 'sent' } | { kind: 'refused'; why: string } | { kind: 'failed'; why: string }

export type Mailer = {
  send(message: Message): Promise<Delivery>
  /** Connects, asks for TLS and logs in. Throws what the server said. */
  check(): Promise<void>
}

/** The files are read now, so that a mistake in them ends the start. */
export function openMailer(settings: MailSettings): Mailer {
  const { host, port, tls, user, from } = settings
  const pass = settings.passwordFile && read('SMTP_PASSWORD_FILE', settings.passwordFile)
  const ca = settings.caFile && read('SMTP_CA_FILE', settings.caFile)
  const options = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(user && pass && { auth: { user, pass } }),
    tls: { minVersion: 'TLSv1.2', ...(ca && { ca }) },
    // A text of ours is never a path or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
  const hide = (text: string) => (pass ? text.replaceAll(pass, '[secret]') : text).slice(0, WHY_CHARACTERS)

  /** Over a connection of its own, which is cut at the limit, whatever it is doing. */
  async function connected<T>(work: (transport: Transporter) => Promise<T>): Promise<T> {
    const socket = new Socket()
    const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${SEND_MS} ms`)), SEND_MS)
    try {
      return await work(createTransport({ ...options, socket }))
    } finally {
      clearTimeout(timer)
      socket.destroy()
    }
  }

  return {
    async send({ id, to, subject, text, html, headers }) {
      if (!isMailable(to)) return { kind: 'refused', why: 'no mail can be sent to this address' }
      const message = {
        messageId: `<${id}@${from.address.split('@')[1]}>`,
        from,
        to: { name: '', address: to },
        // Not from the headers: who receives is decided here alone.
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        html,
        xMailer: false as const,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      }
      try {
        await connected((transport) => transport.sendMail(message))
        return { kind: 'sent' }
      } catch (error) {
        return { kind: isFinal(error) ? 'refused' : 'failed', why: hide(whyOf(error)) }
      }
    },
    async check() {
      try {
        await connected((transport) => transport.verify())
      } catch (error) {
        throw new Error(hide(whyOf(error)))
      }
    },
  }
}

/** The recipient or the text was refused for good. A log-in or a sender that is refused can be mended. */
function isFinal(error: unknown): boolean {
  const {
    code,
    responseCode = 0,
    command,
  } = error as {
    code?: string
    responseCode?: number
    command?: string
  }
  if (responseCode < 500) return false
  return (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE'
}

const whyOf = (error: unknown): string => (error as Error).message.replace(/\s+/g, ' ')

function read(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch (error) {
    throw new WrongSettings([`${setting}: the file cannot be read: ${(error as { code?: string }).code}.`])
  }
}
