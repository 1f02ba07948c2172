import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { makeCertificate } from '../processes/index.ts'

export type ReceivedMail = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  messageId: string
  /** Every header, as it was sent; names in lower case. */
  headers: { key: string; value: string }[]
  raw: string
  /** When the server had all of it, in milliseconds. */
  at: number
}

export type PostOffice = {
  /** The settings of a service that sends its mails here. */
  readonly env: Record<string, string>
  readonly port: number
  readonly password: string
  /** What was taken, the oldest first. */
  readonly mails: ReceivedMail[]
  readonly logIns: string[]
  mailsTo(address: string): ReceivedMail[]
  /** What the server answers from now on; by default it takes everything. */
  behaviour: {
    /** The answer to a recipient, such as `550 no such user`. */
    recipient?: (address: string) => string | undefined
    /** Runs when a mail was taken, before the server says so. */
    beforeAnswer?: (mail: ReceivedMail) => Promise<void>
  }
  close(): Promise<void>
}

type Options = { dir: string; hasTls?: boolean; isImplicit?: boolean; user?: string }

/** A real SMTP server on this machine, with a certificate of its own authority and a log-in. */
export async function openPostOffice(options: Options): Promise<PostOffice> {
  const { dir, hasTls = true, isImplicit = false, user = 'atelier' } = options
  mkdirSync(dir, { recursive: true })
  const password = 'the password of the mail server'
  const { key, cert } = makeCertificate(['127.0.0.1', 'localhost'])
  const mails: ReceivedMail[] = []
  const logIns: string[] = []
  const behaviour: PostOffice['behaviour'] = {}
  const server = new SMTPServer({
    key,
    cert,
    secure: isImplicit,
    disabledCommands: hasTls ? [] : ['STARTTLS', 'AUTH'],
    authOptional: !hasTls,
    closeTimeout: 100,
    onAuth({ username, password: given }, { secure }, done) {
      logIns.push(`${username} ${secure ? 'over TLS' : 'in the clear'}`)
      if (username === user && given === password) return done(null, { user: username })
      done(refusal('535 5.7.8 wrong user or password'))
    },
    onRcptTo({ address }, _, done) {
      const answer = behaviour.recipient?.(address)
      done(answer ? refusal(answer) : null)
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const raw = Buffer.concat(chunks)
      const to = envelope.rcptTo.map(({ address }) => address).join(', ')
      const mail = await read(raw, to, envelope.mailFrom ? envelope.mailFrom.address : '')
      mails.push(mail)
      await behaviour.beforeAnswer?.(mail)
      done()
    },
  })
  // Who is killed in the middle of a mail resets the connection.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const fileOf = (name: string, text: string) => {
    const path = join(dir, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const logIn = { SMTP_USER: user, SMTP_PASSWORD_FILE: fileOf('smtp-password', `${password}\n`) }
  const env: Record<string, string> = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    MAIL_FROM: 'Atelier <no-reply@atelier.test>',
    ...(hasTls ? { ...logIn, SMTP_CA_FILE: fileOf('mail-ca.pem', cert) } : { SMTP_TLS: 'none' }),
    ...(isImplicit && { SMTP_TLS: 'implicit' }),
  }
  return {
    env,
    port,
    password,
    mails,
    logIns,
    behaviour,
    mailsTo: (address) => mails.filter(({ to }) => to === address),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const refusal = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })

async function read(raw: Buffer, to: string, from: string): Promise<ReceivedMail> {
  const parsed = await PostalMime.parse(raw)
  const { subject = '', text = '', html = '', messageId = '' } = parsed
  const headers = parsed.headers.map(({ key, value }) => ({ key, value }))
  return { to, from, subject, text, html, messageId, headers, raw: raw.toString('latin1'), at: Date.now() }
}
