import { type Cep, CepList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

const post = async (user: TestUser, path: string, body: Record<string, unknown>) =>
  (await system().call('POST', path, { key: user.apiKey, body })).body
const list = (user: TestUser, query: string) =>
  system().call('GET', `/api/agent/ceps?${query}`, { key: user.apiKey })

test('all active CEPs of a target are listed, oldest first', async () => {
  const user = await system().createUser()
  const { product } = await post(user, '/api/gen/products', { name: 'Mug' })
  const { topic } = await post(user, '/api/agent/topics', { name: 'Winter' })
  const made: Cep[] = []
  for (const cepText of ['one', 'two', 'three'])
    made.push((await post(user, '/api/agent/ceps', { cepText, productId: product.id })).cep)
  const onTopic = await post(user, '/api/agent/ceps', { cepText: 'cold hands', topicId: topic.id })
  await system().call('DELETE', `/api/agent/ceps/${made[1]?.id}`, { key: user.apiKey })

  const { status, body } = await list(user, `productId=${product.id}`)
  expect([status, CepList.parse(body).ceps]).toEqual([200, [made[0], made[2]]])
  expect((await list(user, `topicId=${topic.id}`)).body).toEqual({ ceps: [onTopic.cep] })
})

test('a target without CEPs has an empty list', async () => {
  const user = await system().createUser()
  const { topic } = await post(user, '/api/agent/topics', { name: 'Winter' })
  expect((await list(user, `topicId=${topic.id}`)).body).toEqual({ ceps: [] })
})

test.each(['', `productId=prd_${'0'.repeat(22)}&topicId=top_${'0'.repeat(22)}`])(
  'a query without exactly one target (%s) is answered 400',
  async (query) => {
    const { status, body } = await list(await system().createUser(), query)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'productId'])
  },
)
