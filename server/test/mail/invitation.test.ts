import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostOffice } from '../../harness/post-office/index.ts'
import { listUnsentMails, queueMail, removeOldMails } from '../../src/access/mail/index.ts'
import { eraseIdentity } from '../../src/privacy/erasures/erase-identity.ts'
import { openAdminSession, openSession, PASSWORD } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const dir = mkdtempSync(join(tmpdir(), 'atelier-mail-'))
const post = await openPostOffice({ dir })
afterAll(() => post.close())
const system = useSystem(post.env)
const WAIT = { timeout: 15_000, interval: 50 }

beforeEach(() => {
  delete post.behaviour.recipient
  delete post.behaviour.beforeAnswer
})

const newAddress = () => `${randomBytes(6).toString('hex')}@atelier.test`
const mailTo = async (address: string, count = 1) => {
  await expect.poll(() => post.mailsTo(address).length, WAIT).toBe(count)
  return post.mailsTo(address).at(-1) as (typeof post.mails)[number]
}
const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? ''
const stateOf = async (address: string) =>
  system().app.db.row<{ state: string; address: string | null; trouble: string | null; attempts: number }>(
    `select state, address, trouble, attempts from mails
     where person = sha256(convert_to($1, 'UTF8')) order by id desc limit 1`,
    [address],
  )
/** As if a turn and a pause had passed. */
const makeDue = async (address: string) => {
  const person = `sha256(convert_to($1, 'UTF8'))`
  const { db } = system().app
  await db.row(`update mail_turns set taken_at = now() - interval '2 minutes' where person = ${person}`, [
    address,
  ])
  await db.row(`update mails set next_at = now() where state = 'waiting' and person = ${person}`, [address])
}

async function invite(body: object) {
  const { call, app } = system()
  const { headers } = await openAdminSession(app.db)
  const answer = await call('POST', '/api/admin/invitations', { headers, body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return { headers, ...answer.body } as { headers: Record<string, string>; id: string; link: string }
}

const accept = (link: string) =>
  system().call('POST', '/api/account/invitation', {
    headers: { 'sec-fetch-site': 'same-origin' },
    body: { token: link.split('#')[1], password: PASSWORD },
  })

describe('an invitation', () => {
  test('is mailed over TLS after a log-in; its link works once, and so does the printed one', async () => {
    const address = newAddress()
    const made = await invite({ email: address })
    expect(made).toMatchObject({ mailed: true, message: expect.stringContaining('mailed') })
    const mail = await mailTo(address)
    expect(post.logIns.at(-1)).toBe('atelier over TLS')
    expect(mail.from).toBe('no-reply@atelier.test')
    expect(mail.subject).toBe('You are invited to Atelier')
    const link = linkIn(mail.text)
    expect(link).toMatch(new RegExp(`^${system().baseUrl}/invitation#00[\\w-]{43}$`))
    expect(link).not.toBe(made.link)
    expect(mail.html).toContain(`href="${link}"`)
    expect((await accept(link)).status).toBe(201)
    for (const used of [link, made.link]) expect((await accept(used)).status).toBe(401)
    await expect.poll(() => stateOf(address), WAIT).toMatchObject({ state: 'sent', address: null })
  })

  test('is in Chinese where the one who invites says so', async () => {
    const address = newAddress()
    await invite({ email: address, language: 'zh' })
    const { subject, text, html } = await mailTo(address)
    expect(subject).toBe('邀请您使用 Atelier')
    expect(text).toContain('有效期至')
    expect(html).toContain('lang="zh-Hans"')
  })

  test('has no picture, no style or script from elsewhere, and one link, which is ours', async () => {
    const address = newAddress()
    await invite({ email: address })
    const { html, text, headers } = await mailTo(address)
    expect(html).not.toMatch(/<(?:img|script|link|iframe|style)|url\(|src=/i)
    expect(html.match(/https?:/g)).toHaveLength(1)
    expect(text.match(/https?:/g)).toHaveLength(1)
    const names = headers.map(({ key }) => key)
    expect(names).toContain('auto-submitted')
    expect(names).not.toContain('x-mailer')
  })

  test('that is revoked before it is sent, is not sent', async () => {
    const address = newAddress()
    post.behaviour.recipient = () => '451 later'
    const { id, headers } = await invite({ email: address })
    await expect.poll(async () => (await stateOf(address))?.trouble, WAIT).toContain('later')
    delete post.behaviour.recipient
    await system().call('DELETE', `/api/admin/invitations/${id}`, { headers })
    await makeDue(address)
    await expect.poll(() => stateOf(address), WAIT).toBeUndefined()
    expect(post.mailsTo(address)).toEqual([])
  })
})

describe('the queue', () => {
  test('stores no link and no text, and forgets the address with the mail', async () => {
    const address = newAddress()
    post.behaviour.recipient = () => '451 come back later'
    await invite({ email: address })
    await expect.poll(async () => (await stateOf(address))?.trouble, WAIT).toContain('451')
    const { db } = system().app
    const row = await db.row<{ text: string }>(`select m::text as text from mails m where address = $1`, [
      address,
    ])
    expect(row?.text).not.toMatch(/#00|http/)
    expect((await listUnsentMails(db, 1_000)).find((one) => one.address === address)).toMatchObject({
      state: 'waiting',
    })
    delete post.behaviour.recipient
    await makeDue(address)
    await mailTo(address)
    await expect
      .poll(() => stateOf(address), WAIT)
      .toMatchObject({ state: 'sent', address: null, attempts: 2 })
  })

  test('sends nothing twice within a minute to one person, however often it is asked', async () => {
    const address = newAddress()
    for (let n = 0; n < 3; n++) {
      await invite({ email: address })
      await mailTo(address)
    }
    await new Promise((done) => setTimeout(done, 3_000))
    expect(post.mailsTo(address)).toHaveLength(1)
    expect(await stateOf(address)).toMatchObject({ state: 'waiting' })
    await makeDue(address)
    // The link is of the newest invitation.
    const { text } = await mailTo(address, 2)
    expect((await accept(linkIn(text))).status).toBe(201)
  })

  test('gives a recipient up whom the server refuses for good', async () => {
    const address = newAddress()
    post.behaviour.recipient = (to) => (to === address ? '550 5.1.1 no such user' : undefined)
    await invite({ email: address })
    await expect.poll(() => stateOf(address), WAIT).toMatchObject({ state: 'refused', attempts: 1 })
    expect((await stateOf(address))?.trouble).toContain('no such user')
  })

  test('gives a mail up that could not be sent within a day', async () => {
    const address = newAddress()
    post.behaviour.recipient = (to) => (to === address ? '451 later' : undefined)
    await invite({ email: address })
    await expect.poll(async () => (await stateOf(address))?.trouble, WAIT).toContain('later')
    const { db } = system().app
    await db.row(
      `update mails set created_at = now() - interval '25 hours', next_at = now() where address = $1`,
      [address],
    )
    await expect.poll(() => stateOf(address), WAIT).toMatchObject({ state: 'late', address })
    const listed = (await listUnsentMails(db, 1_000)).find((one) => one.address === address)
    expect(listed).toMatchObject({ state: 'late', trouble: expect.stringContaining('later') })
  })

  test('waits longer after each failure, and at most two hours', async () => {
    const address = newAddress()
    post.behaviour.recipient = () => '451 later'
    const { db } = system().app
    await invite({ email: address })
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 9; attempt++) {
      await expect.poll(async () => (await stateOf(address))?.attempts, WAIT).toBe(attempt)
      const row = await db.row<{ seconds: number }>(
        `select extract(epoch from next_at - now())::float8 as seconds from mails where address = $1`,
        [address],
      )
      pauses.push(Math.round((row?.seconds ?? 0) / 90))
      await expect.poll(async () => (await stateOf(address))?.trouble, WAIT).toContain('later')
      await makeDue(address)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 80, 80])
  })

  test('an erased account leaves no mail; old mails are forgotten', async () => {
    const { app } = system()
    const [{ id, email }, other] = [await openSession(app.db), newAddress()]
    post.behaviour.recipient = () => '451 later'
    await invite({ email })
    await invite({ email: other })
    await app.db.transaction((tx) => eraseIdentity(tx, id))
    expect(await stateOf(email)).toBeUndefined()
    expect(await stateOf(other)).toMatchObject({ state: 'waiting' })
    await app.db.row(
      `update mails set state = 'late', ended_at = now() - interval '31 days' where address = $1`,
      [other],
    )
    await removeOldMails(app.db)
    expect(await stateOf(other)).toBeUndefined()
  })
})

describe('an address', () => {
  const hostile = [
    'a@atelier.test,b@atelier.test',
    'a>@atelier.test',
    '<a@atelier.test>',
    '"a@b"@atelier.test',
    'a;b@atelier.test',
    'a(comment)@atelier.test',
    'a@[127.0.0.1]',
  ]
  test.each(hostile)('%s reaches no mail server', async (address) => {
    const before = post.mails.length
    const { app } = system()
    const { id } = await invite({ email: newAddress() })
    await queueMail(app.db, { kind: 'invitation', address, language: 'en', facts: { invitation: id } })
    await expect.poll(() => stateOf(address.toLowerCase()), WAIT).toMatchObject({ state: 'refused' })
    expect(post.mails.slice(before).filter(({ to }) => /^(?:a|b)\W/.test(to))).toEqual([])
  })

  test.each(['a\r\nBcc: b@atelier.test', 'a@b.test\r\nRCPT TO:<c@d.test>', 'a\u0000@b.test', 'a b@c.test'])(
    '%j is refused by the interface',
    async (email) => {
      const { call, app } = system()
      const { headers } = await openAdminSession(app.db)
      const { status, body } = await call('POST', '/api/admin/invitations', { headers, body: { email } })
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    },
  )
})
