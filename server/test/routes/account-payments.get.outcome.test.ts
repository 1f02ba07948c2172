import { PaymentPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { buyPack } from './shop-of-tests.ts'

const system = useSharedSystem()

const list = async (headers: Record<string, string>, query = '') =>
  PaymentPage.strict().parse((await system().call('GET', `/api/account/payments${query}`, { headers })).body)

test('an owner sees own payments only, newest first, page by page', async () => {
  const buyer = await openSession(system().db)
  await buyPack(system(), buyer)
  await expect.poll(async () => (await list(buyer.headers)).payments.length).toBe(1)
  await buyPack(system(), buyer)
  await expect.poll(async () => (await list(buyer.headers)).payments.length).toBe(2)
  const first = await list(buyer.headers, '?limit=1')
  const second = await list(buyer.headers, `?limit=1&cursor=${first.nextCursor}`)
  const all = [...first.payments, ...second.payments]
  expect(all.map(({ id }) => id)).toEqual((await list(buyer.headers)).payments.map(({ id }) => id))
  expect(second.nextCursor).toBeNull()
  const other = await openSession(system().db)
  expect(await list(other.headers)).toEqual({ payments: [], nextCursor: null })
})
