import { Billing } from '@atelier/contract'
import { expect, test } from 'vitest'
import { readBilling } from '../../src/edge/routes/account-billing.get.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const withoutStripe = useOwnApi([readBilling])

test('a new owner sees what is sold, owes nothing and has chosen nothing', async () => {
  const { headers } = await openSession(system().db)
  const { status, body } = await system().call('GET', '/api/account/billing', { headers })
  expect(status).toBe(200)
  expect(Billing.strict().parse(body.billing)).toMatchObject({
    live: false,
    packs: [{ id: 'small', credits: 10_000, amount: 1_000, currency: 'usd' }, { id: 'large' }],
    balance: 0,
    debt: 0,
    hasCard: false,
    lowBalance: { credits: null, isLow: false, since: null },
    topUp: { on: false, packId: null, stopped: null, spentThisMonth: 0 },
  })
})

test('where nothing is sold, the endpoint does not exist', async () => {
  const { headers } = await openSession(system().db)
  const { status, body } = await system().call('GET', `${withoutStripe()}/api/account/billing`, { headers })
  expect([status, body.code]).toEqual([404, 'not_found'])
})
