import { type Cep, CepList } from '@atelier/contract'
import { expect, test } from 'vitest'
import type { Person } from '../house.ts'
import { useSharedHouse } from '../shared-house.ts'

const house = useSharedHouse()

const post = async (who: Person, path: string, body: Record<string, unknown>) =>
  (await house().call('POST', path, { key: who.apiKey, body })).body
const list = (who: Person, query: string) =>
  house().call('GET', `/api/agent/ceps?${query}`, { key: who.apiKey })

test('the active CEPs of a target are all listed, oldest first', async () => {
  const who = await house().person()
  const { product } = await post(who, '/api/gen/products', { name: 'Mug' })
  const { topic } = await post(who, '/api/agent/topics', { name: 'Winter' })
  const made: Cep[] = []
  for (const cepText of ['one', 'two', 'three'])
    made.push((await post(who, '/api/agent/ceps', { cepText, productId: product.id })).cep)
  const onTopic = await post(who, '/api/agent/ceps', { cepText: 'cold hands', topicId: topic.id })
  await house().call('DELETE', `/api/agent/ceps/${made[1]?.id}`, { key: who.apiKey })

  const { status, body } = await list(who, `productId=${product.id}`)
  expect([status, CepList.parse(body).ceps]).toEqual([200, [made[0], made[2]]])
  expect((await list(who, `topicId=${topic.id}`)).body).toEqual({ ceps: [onTopic.cep] })
})

test('a target without CEPs gives an empty list', async () => {
  const who = await house().person()
  const { topic } = await post(who, '/api/agent/topics', { name: 'Winter' })
  expect((await list(who, `topicId=${topic.id}`)).body).toEqual({ ceps: [] })
})

test.each(['', `productId=prd_${'0'.repeat(22)}&topicId=top_${'0'.repeat(22)}`])(
  'not exactly one target (%s) is 400',
  async (query) => {
    const { status, body } = await list(await house().person(), query)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'productId'])
  },
)
