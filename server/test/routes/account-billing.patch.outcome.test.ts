import { expect, test } from 'vitest'
import { changeBilling } from '../../src/edge/routes/account-billing.patch.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const withoutStripe = useOwnApi([changeBilling])

const change = (headers: Record<string, string>, body: object, base = '') =>
  system().call('PATCH', `${base}/api/account/billing`, { headers, body })

test('what is left out stays, and null switches the notice off', async () => {
  const { headers } = await openSession(system().db)
  expect((await change(headers, { lowBalanceCredits: 500 })).body.billing.lowBalance).toMatchObject({
    credits: 500,
    isLow: true,
  })
  expect((await change(headers, {})).body.billing.lowBalance.credits).toBe(500)
  expect((await change(headers, { lowBalanceCredits: null })).body.billing.lowBalance).toEqual({
    credits: null,
    isLow: false,
    since: null,
  })
})

const topUp = { packId: 'small', belowCredits: 100, monthlyCeiling: 1_000 }

test.each([
  ['lowBalanceCredits', { lowBalanceCredits: 0 }],
  ['lowBalanceCredits', { lowBalanceCredits: '500' }],
  ['packId', { topUp: { ...topUp, packId: 'none' } }],
  ['topUp.monthlyCeiling', { topUp: { ...topUp, monthlyCeiling: 999 } }],
  ['topUp', { topUp }],
])('%s: %j is answered 400 with the field named', async (field, body) => {
  const { headers } = await openSession(system().db)
  const answer = await change(headers, body)
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_request', field])
})

test('where nothing is sold, the endpoint does not exist', async () => {
  const { headers } = await openSession(system().db)
  const { status, body } = await change(headers, {}, withoutStripe())
  expect([status, body.code]).toEqual([404, 'not_found'])
})
