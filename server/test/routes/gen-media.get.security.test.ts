import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeProduct } from './make-album.ts'
import { testSecurity } from './test-security.ts'

const system = useSharedSystem()

testSecurity(endpoints.listMedia, { valid: async () => ({}) })

test('no filter and no cursor reveals media of another user', async () => {
  const { call, createUser, submit } = system()
  const [owner, otherUser] = [await createUser(), await createUser()]
  const product = await makeProduct(system(), owner)
  const order = { model: 'simulator/hang', clientRef: 'canary', productId: product.id }
  const { id } = (await submit(owner, order)).body
  await submit(owner, { model: 'simulator/hang' })
  const list = async (key: string, query: string) =>
    (await call('GET', `/api/gen/media?${query}`, { key })).body
  const { nextCursor } = await list(owner.apiKey, 'limit=1')
  const queries = ['', `ids=${id}`, 'clientRef=canary', `productId=${product.id}`, `cursor=${nextCursor}`]
  for (const query of queries) {
    expect([query, (await list(owner.apiKey, query)).media.length > 0]).toEqual([query, true])
    expect([query, (await list(otherUser.apiKey, query)).media]).toEqual([query, []])
  }
})

test('an absent or malformed productId finds nothing; another kind of id is answered 400', async () => {
  const { call, createUser } = system()
  const { apiKey } = await createUser()
  const list = (productId: string) =>
    call('GET', `/api/gen/media?productId=${encodeURIComponent(productId)}`, { key: apiKey })
  for (const productId of [newId('product'), 'nonsense', 'prd_short', '../..', ''])
    expect([productId, (await list(productId)).body.media]).toEqual([productId, []])
  const { status, body } = await list(newId('topic'))
  expect([status, body]).toMatchObject([400, { code: 'wrong_id_kind', field: 'productId', given: 'topic' }])
})
