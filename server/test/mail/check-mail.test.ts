import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPostOffice } from '../../harness/post-office/index.ts'
import { checkMail } from '../../src/edge/installation/check-mail.ts'
import { readConfig, WrongSettings } from '../../src/platform/config/index.ts'
import { openMailer } from '../../src/platform/smtp/index.ts'

const dir = mkdtempSync(join(tmpdir(), 'atelier-check-mail-'))
const post = await openPostOffice({ dir: join(dir, 'tls') })
const plain = await openPostOffice({ dir: join(dir, 'plain'), hasTls: false })
const other = await openPostOffice({ dir: join(dir, 'other') })
afterAll(() => Promise.all([post, plain, other].map((one) => one.close())))

const configOf = (env: Record<string, string>) =>
  readConfig({
    DATABASE_URL: 'postgres://atelier_worker@127.0.0.1/atelier',
    ENGINE_INGRESS_URL: 'http://127.0.0.1:9',
    ENGINE_ADMIN_URL: 'http://127.0.0.1:9',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'none',
    S3_ACCESS_KEY_ID: 'none',
    S3_SECRET_ACCESS_KEY: 'none',
    CALLBACK_SECRET: 'c'.repeat(32),
    ...env,
  })
const check = async (env: Record<string, string>) => (await checkMail(configOf(env)))[0]
const fileWith = (text: string) => {
  const path = join(dir, `file-${Math.random()}`)
  writeFileSync(path, text)
  return path
}

test('a server that takes our log-in over TLS passes, and gets no mail', async () => {
  expect(await check(post.env)).toEqual({
    kind: 'ok',
    text: `127.0.0.1:${post.port} takes mails after a log-in`,
  })
  expect(post.mails).toEqual([])
})

test('without a server, none is missed', async () => {
  expect(await check({})).toMatchObject({ kind: 'ok' })
})

test.each([
  ['a wrong password', () => ({ ...post.env, SMTP_PASSWORD_FILE: fileWith('wrong') }), /SMTP_PASSWORD_FILE/],
  [
    'a certificate that nobody vouches for',
    () => ({ ...post.env, SMTP_CA_FILE: other.env.SMTP_CA_FILE ?? '' }),
    /SMTP_CA_FILE/,
  ],
  ['another protocol', () => ({ ...post.env, SMTP_TLS: 'implicit' }), /SMTP_TLS/],
  ['nobody there', () => ({ ...post.env, SMTP_PORT: '9' }), /SMTP_PORT/],
])('%s is a failure that says what to do, and shows no password', async (_, envOf, remedy) => {
  const found = await check(envOf())
  expect(found).toMatchObject({ kind: 'failure', remedy: expect.stringMatching(remedy) })
  expect(JSON.stringify(found)).not.toContain(post.password)
})

test('a server without TLS gets neither password nor mail, unless the setting says so', async () => {
  const { SMTP_TLS: _, ...strict } = plain.env
  expect(await check(strict)).toMatchObject({ kind: 'failure', remedy: expect.stringContaining('SMTP_TLS') })
  const mail = { id: 'x', to: 'a@atelier.test', subject: 'x', text: 'x', html: 'x' }
  const send = (env: Record<string, string>) => openMailer(configOf(env).mail as never).send(mail)
  expect(await send(strict)).toMatchObject({ kind: 'failed' })
  expect([plain.mails, plain.logIns]).toEqual([[], []])
  expect(await send(plain.env)).toEqual({ kind: 'sent' })
  expect(await checkMail(configOf(plain.env))).toMatchObject([{ kind: 'ok' }, { kind: 'note' }])
})

test('a subject or an address cannot add a header or a recipient', async () => {
  const { mail } = configOf(post.env)
  if (!mail) throw new Error('no mail')
  const sent = await openMailer(mail).send({
    id: 'y',
    to: 'one@atelier.test',
    subject: 'Hello\r\nBcc: two@atelier.test\r\n\r\nA text',
    text: 'x',
    html: 'x',
  })
  expect(sent).toEqual({ kind: 'sent' })
  const [received] = post.mailsTo('one@atelier.test')
  expect(received?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(received?.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
  for (const to of ['one@atelier.test\r\nRCPT TO:<two@atelier.test>', 'one@atelier.test, two@atelier.test'])
    expect(await openMailer(mail).send({ id: 'z', to, subject: 'x', text: 'x', html: 'x' })).toMatchObject({
      kind: 'refused',
    })
  expect(post.mailsTo('two@atelier.test')).toEqual([])
})

const wrong: [string, Record<string, string>][] = [
  ['MAIL_FROM', { SMTP_HOST: 'mail.example.com' }],
  ['SMTP_HOST', { MAIL_FROM: 'a@example.com' }],
  ['SMTP_PASSWORD_FILE', { SMTP_HOST: 'mail.example.com', MAIL_FROM: 'a@example.com', SMTP_USER: 'a' }],
  ['MAIL_FROM', { SMTP_HOST: 'mail.example.com', MAIL_FROM: 'A\r\nBcc: b@example.com <a@example.com>' }],
  ['SMTP_TLS', { ...post.env, SMTP_TLS: 'none' }],
]
test.each(wrong)('%s is named when it is missing or wrong: %j', (name, env) => {
  expect(() => configOf(env)).toThrow(WrongSettings)
  expect(() => configOf(env)).toThrow(new RegExp(name))
})
