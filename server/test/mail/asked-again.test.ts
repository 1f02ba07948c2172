import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPostOffice } from '../../harness/post-office/index.ts'
import { claimMails, endMail } from '../../src/access/mail/mail-row.ts'
import { openAdminSession, openSession } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const dir = mkdtempSync(join(tmpdir(), 'atelier-mail-'))
const post = await openPostOffice({ dir })
afterAll(() => post.close())
const system = useSystem({ ...post.env, RATE_LIMIT_FACTOR: '100' })
const WAIT = { timeout: 15_000, interval: 50 }
const PERSON = `sha256(convert_to($1, 'UTF8'))`

beforeEach(() => {
  delete post.behaviour.recipient
})

const run = (statement: string, address: string) => system().app.db.row(statement, [address])
const findMail = async (address: string) =>
  system().app.db.row<{ state: string; trouble: string | null; attempts: number }>(
    `select state, trouble, attempts from mails where person = ${PERSON} order by id desc limit 1`,
    [address],
  )
/** A mail was asked for, and the server did not take it. */
async function failFirst(address: string, ask: () => Promise<unknown>): Promise<void> {
  post.behaviour.recipient = () => '451 later'
  await ask()
  await expect.poll(async () => (await findMail(address))?.trouble, WAIT).toContain('later')
  delete post.behaviour.recipient
}

const askForReset = (email: string) =>
  system().call('POST', '/api/account/reset', {
    headers: { 'sec-fetch-site': 'same-origin' },
    body: { email },
  })

test.each([
  ['5 hours', 'it is sent now'],
  ['25 hours', 'it is not given up'],
])('asked for again %s later, when the mail server is back: %s', async (ago) => {
  const { email } = await openSession(system().app.db)
  await failFirst(email, () => askForReset(email))
  await run(
    `update mails set attempts = 8, created_at = now() - interval '${ago}',
       next_at = now() + interval '2 hours' where person = ${PERSON}`,
    email,
  )
  await run(`update mail_turns set taken_at = now() - interval '1 hour' where person = ${PERSON}`, email)
  expect((await askForReset(email)).status).toBe(201)
  await expect.poll(() => post.mailsTo(email).length, WAIT).toBe(1)
  await expect.poll(async () => (await findMail(email))?.state, WAIT).toBe('sent')
})

test('asked for again within the minute, it waits for the minute alone', async () => {
  const { email } = await openSession(system().app.db)
  await failFirst(email, () => askForReset(email))
  await run(`update mails set next_at = now() + interval '2 hours' where person = ${PERSON}`, email)
  expect((await askForReset(email)).status).toBe(201)
  const { waits } = (await system().app.db.row<{ waits: number }>(
    `select extract(epoch from m.next_at - t.taken_at)::float8 as waits from mails m
     join mail_turns t on t.person = m.person and t.kind = m.kind where m.person = ${PERSON}`,
    [email],
  )) as { waits: number }
  expect(waits).toBeCloseTo(91, 1)
  expect(post.mailsTo(email)).toEqual([])
})

test('an invitation after a revoked one is mailed, also while a worker looks at that one', async () => {
  const address = `${randomBytes(6).toString('hex')}@atelier.test`
  const { call, app } = system()
  const { headers } = await openAdminSession(app.db)
  const invite = () => call('POST', '/api/admin/invitations', { headers, body: { email: address } })
  let revoked = ''
  await failFirst(address, async () => {
    revoked = (await invite()).body.id
  })
  const { attempts = 0 } = (await findMail(address)) ?? {}
  await app.db.transaction(async (tx) => {
    // The worker has claimed the mail and waits for its turn, which this transaction holds.
    await tx.row(
      `update mail_turns set taken_at = now() - interval '2 minutes' where person = ${PERSON} returning kind`,
      [address],
    )
    await run(`update mails set next_at = now() where person = ${PERSON}`, address)
    await expect.poll(async () => (await findMail(address))?.attempts, WAIT).toBe(attempts + 1)
    await call('DELETE', `/api/admin/invitations/${revoked}`, { headers })
    expect((await invite()).body.mailed).toBe(true)
  })
  // It looked, and the next turn comes.
  await new Promise((done) => setTimeout(done, 1_000))
  await run(`update mail_turns set taken_at = now() - interval '2 minutes' where person = ${PERSON}`, address)
  await run(`update mails set next_at = now() where person = ${PERSON}`, address)
  await expect.poll(() => post.mailsTo(address).length, WAIT).toBe(1)
})

test('asked for again while a worker gives it up after a day, it is not given up', async () => {
  const address = `${randomBytes(6).toString('hex')}@atelier.test`
  const states = await system().app.db.transaction(async (tx) => {
    const ask = () => tx.row(`select queue_mail('verification', null, $1, 'en', '{}')`, [address])
    await ask()
    await tx.row(
      `update mails set created_at = now() - interval '25 hours', next_at = now() - interval '1 year'
       where person = ${PERSON}`,
      [address],
    )
    const [mail] = await claimMails(tx, 1)
    expect(mail).toMatchObject({ address, is_late: true })
    await ask()
    if (mail) await endMail(tx, mail, { state: 'late' })
    const rows = await tx.rows<{ state: string }>(`select state from mails where person = ${PERSON}`, [
      address,
    ])
    // The worker of this system does not see it.
    await tx.row(`delete from mails where person = ${PERSON}`, [address])
    return rows.map(({ state }) => state)
  })
  expect(states).toEqual(['waiting'])
})
