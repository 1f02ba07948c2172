import { ListedPaymentPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openAdminSession, openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { buyPack } from './shop-of-tests.ts'

const system = useSharedSystem()

test('an admin sees the payments of all users with their intents', async () => {
  const buyer = await openSession(system().db)
  const intent = await buyPack(system(), buyer)
  const { headers } = await openAdminSession(system().db)
  const find = async () => {
    const { body } = await system().call('GET', '/api/admin/payments?limit=100', { headers })
    return ListedPaymentPage.strict()
      .parse(body)
      .payments.find(({ intentId }) => intentId === intent)
  }
  await expect.poll(find).toMatchObject({ userId: buyer.id, credits: 10_000, kind: 'page' })
})
