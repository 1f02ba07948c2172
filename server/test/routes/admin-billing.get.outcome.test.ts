import { BillingState } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openAdminSession, openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { buyPack, sharedStripe } from './shop-of-tests.ts'

const system = useSharedSystem()

test('an admin sees who owes how many credits', async () => {
  const { db, call } = system()
  const buyer = await openSession(db)
  const { body } = await call('POST', '/api/account/keys', { headers: buyer.headers, body: { name: 'k' } })
  const intent = await buyPack(system(), buyer)
  const submit = () => call('POST', '/api/gen/image', { key: body.secret, body: { prompt: 'a mug', n: 4 } })
  await expect.poll(async () => (await submit()).status).toBe(201)
  await sharedStripe().act('refund', { intent, amount: 1_000 })
  const { headers } = await openAdminSession(db)
  const find = async () => {
    const answer = await call('GET', '/api/admin/billing', { headers })
    return BillingState.strict()
      .parse(answer.body)
      .debts.find(({ userId }) => userId === buyer.id)
  }
  await expect.poll(find).toEqual({ userId: buyer.id, debt: 1_600 })
})
