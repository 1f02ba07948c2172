import { NoticesAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const change = (headers: Record<string, string>, body: object) =>
  system().call('PATCH', '/api/account/notices', { headers, body })

test('what is left out stays; a summary is due on a Monday', async () => {
  const { db } = system()
  const { id, headers } = await openSession(db)
  const changed = async (body: object) => NoticesAnswer.parse((await change(headers, body)).body).notices
  expect(await changed({ weeklySummary: true })).toMatchObject({ language: 'en', weeklySummary: true })
  const due = await db.row<{ weekday: number; days: number }>(
    `select extract(isodow from summary_at at time zone 'utc')::int as weekday,
       extract(epoch from summary_at - now())::float8 / 86400 as days from mail_settings where user_id = $1`,
    [id],
  )
  expect(due?.weekday).toBe(1)
  expect(due?.days).toBeGreaterThan(0)
  expect(due?.days).toBeLessThan(7.3)
  expect(await changed({ language: 'zh' })).toMatchObject({ language: 'zh', weeklySummary: true })
  expect(await changed({ lowBalance: false })).toMatchObject({ language: 'zh', lowBalance: false })
  expect(await changed({})).toMatchObject({ language: 'zh', lowBalance: false, weeklySummary: true })
  expect(await changed({ weeklySummary: false })).toMatchObject({ weeklySummary: false })
})

test('the limit of the balance is kept until it is taken away', async () => {
  const { headers } = await openSession(system().db)
  const changed = async (body: object) => NoticesAnswer.parse((await change(headers, body)).body).notices
  expect(await changed({ lowBalanceCredits: 500 })).toMatchObject({
    lowBalance: true,
    lowBalanceCredits: 500,
  })
  expect(await changed({ language: 'zh' })).toMatchObject({ language: 'zh', lowBalanceCredits: 500 })
  expect(await changed({ lowBalanceCredits: null })).toMatchObject({ lowBalanceCredits: null })
})

test.each([
  ['language', { language: 'fr' }],
  ['weeklySummary', { weeklySummary: 'yes' }],
  ['lowBalanceCredits', { lowBalanceCredits: 0 }],
  ['lowBalanceCredits', { lowBalanceCredits: '500' }],
])('%s: %j is answered 400', async (field, body) => {
  const { headers } = await openSession(system().db)
  const answer = await change(headers, body)
  expect([answer.status, answer.body.field]).toEqual([400, field])
})
