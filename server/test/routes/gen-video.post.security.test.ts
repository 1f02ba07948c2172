import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newKeyText } from '../../src/access/identity/key-text.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { formOf } from './make-album.ts'
import { makeFullOrder } from './make-order.ts'
import { orderIds } from './order-ids.ts'
import { testSecurity } from './test-security.ts'

const system = useSharedSystem()

testSecurity(endpoints.submitVideo, {
  valid: async (system, owner) => ({ body: await makeFullOrder(system, owner) }),
  ids: orderIds,
})

test('a form needs a key as well, and its cepId must belong to the caller', async () => {
  const { call, createUser } = system()
  const [owner, attacker] = [await createUser(), await createUser()]
  const { cepId } = await makeFullOrder(system(), owner)
  const form = () => formOf({ prompt: 'a mug', model: 'simulator/fail', cepId })
  const send = (key?: string) => call('POST', '/api/gen/video', { form: form(), ...(key && { key }) })
  expect((await send()).status).toBe(401)
  expect((await send(newKeyText())).status).toBe(401)
  const { status, body } = await send(attacker.apiKey)
  expect([status, body.code, body.field]).toEqual([403, 'not_owner', 'cepId'])
  expect((await send(owner.apiKey)).status).toBe(201)
})
