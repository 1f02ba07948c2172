import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { followBalances } from '#access/payments'
import { openPostOffice } from '../../harness/post-office/index.ts'
import { queueSummaries } from '../../src/learning/summaries/index.ts'
import type { Visitor } from '../open-session.ts'
import { ledgerOf, openShop } from '../payments/open-shop.ts'

const dir = mkdtempSync(join(tmpdir(), 'atelier-mail-'))
const post = await openPostOffice({ dir, hasTls: false })
afterAll(() => post.close())
/** Only this test writes summaries. */
const shop = await openShop({ ...post.env, TICK_SECONDS: '3600' })
const WAIT = { timeout: 20_000, interval: 50 }

const mailTo = async (address: string, count = 1) => {
  await expect.poll(() => post.mailsTo(address).length, WAIT).toBe(count)
  return post.mailsTo(address).at(-1) as (typeof post.mails)[number]
}
const change = ({ headers }: Visitor, path: string, body: object) =>
  shop.system().call('PATCH', `/api/account/${path}`, { headers, body })
const headerOf = (mail: { headers: { key: string; value: string }[] }, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value ?? ''

/** How many files of an owner are made. */
const countOf = async ({ id }: Visitor) =>
  (await shop
    .system()
    .app.db.row<{ completed: number }>(
      `select count(*)::int as completed from media where user_id = $1 and status = 'completed'`,
      [id],
    )) ?? { completed: 0 }

test('a low balance is told once by mail, in the language of the account; one click ends it', async () => {
  const { app, call } = shop.system()
  const buyer = await shop.newBuyer()
  await change(buyer, 'notices', { language: 'zh' })
  await change(buyer, 'billing', { lowBalanceCredits: 500 })
  const mail = await mailTo(buyer.email)
  expect(mail.subject).toBe('余额不足：剩余 0 积分')
  // Every worker looks, again and again, and at the same time.
  const cashier = { ...app, stripe: app.stripe as NonNullable<typeof app.stripe> }
  await Promise.all([1, 2, 3, 4].map(() => followBalances(cashier)))
  const queued = await app.db.rows(`select from mails where user_id = $1`, [buyer.id])
  expect(queued).toHaveLength(1)
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, url = ''] = /<(.*)>/.exec(headerOf(mail, 'list-unsubscribe')) ?? []
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(url, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
  expect(answer.status).toBe(200)
  const { notices } = (await call('GET', '/api/account/notices', { headers: buyer.headers })).body
  const left = { lowBalanceCredits: 500, weeklySummary: false, mail: true }
  expect(notices).toEqual({ language: 'zh', lowBalance: false, ...left })
})

test('workers that notice that a balance fell at the same time queue one mail', async () => {
  const { app } = shop.system()
  const buyer = await shop.newBuyer()
  const cashier = { ...app, stripe: app.stripe as NonNullable<typeof app.stripe> }
  await change(buyer, 'billing', { lowBalanceCredits: 500 })
  await Promise.all(Array.from({ length: 6 }, () => followBalances(cashier)))
  await mailTo(buyer.email)
  expect(await app.db.rows(`select from mails where user_id = $1`, [buyer.id])).toHaveLength(1)
})

test('the weekly summary tells what was made, spent and won, once, to who switched it on', async () => {
  const { app, submit, finished } = shop.system()
  const [on, off] = [await shop.newBuyer(), await shop.newBuyer()]
  const asUser = { ...on, keyId: '' }
  await shop.buy(on)
  await expect.poll(async () => (await ledgerOf(shop, on)).length, WAIT).toBe(1)
  for (const order of [{}, { n: 2 }]) await finished(asUser, (await submit(asUser, order)).body.id)
  await expect.poll(async () => (await countOf(on)).completed, WAIT).toBe(3)
  for (const visitor of [on, off]) await change(visitor, 'notices', { weeklySummary: true })
  await change(off, 'notices', { weeklySummary: false })
  await app.db.row(`update mail_settings set summary_at = now() where user_id = $1`, [on.id])
  const tomorrow = new Date(Date.now() + 86_400_000)
  await Promise.all([1, 2, 3].map(() => queueSummaries(app, () => false, tomorrow)))
  const mail = await mailTo(on.email)
  expect(mail.subject).toBe('Your week: 3 images, 0 videos')
  expect(mail.text).toContain('Spent: 1,200 credits. Your balance is 8,800 credits.')
  expect(mail.text).toContain('no ad is a winner yet')
  expect(headerOf(mail, 'list-unsubscribe')).toContain('weekly_summary.')
  expect(post.mailsTo(off.email)).toEqual([])
  const due = await app.db.row<{ days: number }>(
    `select extract(epoch from summary_at - now())::float8 / 86400 as days
     from mail_settings where user_id = $1`,
    [on.id],
  )
  expect(due?.days).toBeGreaterThan(0)
})

test('a weekly summary is in the language of the account', async () => {
  const { app } = shop.system()
  const reader = await shop.newBuyer()
  await change(reader, 'notices', { language: 'zh', weeklySummary: true })
  await app.db.row(`update mail_settings set summary_at = now() where user_id = $1`, [reader.id])
  await queueSummaries(app, () => false, new Date(Date.now() + 86_400_000))
  const { subject, text } = await mailTo(reader.email)
  expect(subject).toBe('您的一周：0 张图片，0 个视频')
  expect(text).toContain('成效：还没有广告胜出')
})
