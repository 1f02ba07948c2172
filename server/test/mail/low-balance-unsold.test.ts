import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { grant } from '#access/credits'
import { openPostOffice } from '../../harness/post-office/index.ts'
import { openSession, type Visitor } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const dir = mkdtempSync(join(tmpdir(), 'atelier-mail-'))
const post = await openPostOffice({ dir, hasTls: false })
afterAll(() => post.close())
/** Mail is sent, and nothing is sold: the operator grants credits. */
const system = useSystem(post.env)
const WAIT = { timeout: 20_000, interval: 50 }

const choose = ({ headers }: Visitor, body: object) =>
  system().call('PATCH', '/api/account/notices', { headers, body })

const mailTo = async ({ email }: Visitor) => {
  await expect.poll(() => post.mailsTo(email).length, WAIT).toBe(1)
  return post.mailsTo(email)[0] as (typeof post.mails)[number]
}

test('where nothing is sold, a low balance is told, and whom to ask for credits', async () => {
  const { app, call } = system()
  const owner = await openSession(app.db)
  expect((await call('GET', '/api/account/billing', { headers: owner.headers })).status).toBe(404)
  expect((await choose(owner, { lowBalanceCredits: 500 })).body.notices.lowBalanceCredits).toBe(500)
  const { subject, text, html } = await mailTo(owner)
  expect(subject).toBe('Your balance is low: 0 credits')
  expect(text).toContain('You wanted to know when it falls below 500.')
  expect(text).toContain(`Ask the operator of ${new URL(app.config.publicUrl).host} for more credits.`)
  expect(text).toContain(`${app.config.publicUrl}/settings`)
  expect(`${text}${html}`).not.toContain('/billing')
})

test('it is in the language of the account', async () => {
  const owner = await openSession(system().app.db)
  await choose(owner, { language: 'zh', lowBalanceCredits: 500 })
  const { subject, text } = await mailTo(owner)
  expect(subject).toBe('余额不足：剩余 0 积分')
  expect(text).toContain('如需更多积分，请联系')
})

test('it is told again after credits were granted and spent, and not before', async () => {
  const { db } = system().app
  const owner = await openSession(db)
  const mailsOf = async () => (await db.rows(`select from mails where user_id = $1`, [owner.id])).length
  const isLow = async () =>
    (await db.row(`select from billing_settings where user_id = $1 and low_since is not null`, [
      owner.id,
    ])) !== undefined
  await choose(owner, { lowBalanceCredits: 500 })
  await mailTo(owner)
  await grant(db, { userId: owner.id, amount: 1_000, kind: 'grant', note: 'by the operator' })
  await expect.poll(isLow, WAIT).toBe(false)
  expect(await mailsOf()).toBe(1)
  await grant(db, { userId: owner.id, amount: -900, kind: 'adjustment', note: 'as if spent' })
  await expect.poll(mailsOf, WAIT).toBe(2)
})
