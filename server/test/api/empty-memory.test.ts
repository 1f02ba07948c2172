import { expect, test } from 'vitest'
import { makeProduct } from '../routes/make-album.ts'
import { claim, observation, row, send } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const lists = ['history', 'patterns', 'search'] as const

async function messagesOf(apiKey: string, query: string): Promise<(string | undefined)[]> {
  const answers = await Promise.all(
    lists.map((list) =>
      system().call('GET', `/api/agent/knowledge/${list}?${list === 'search' ? 'q=mug&' : ''}${query}`, {
        key: apiKey,
      }),
    ),
  )
  return answers.map(({ body }) => body.message)
}

test('an empty memory says that it is empty and how to fill it', async () => {
  const user = await system().createUser()
  for (const message of await messagesOf(user.apiKey, '')) {
    expect(message).toContain('The memory is empty')
    expect(message).toContain('POST /api/agent/reports')
  }
})

test('a product without results is told apart from a filter that matches nothing', async () => {
  const user = await system().createUser()
  const [reported, silent] = [await makeProduct(system(), user), await makeProduct(system(), user)]
  await send(system(), user, observation([row('2026-11-01')], { productId: reported.id }))
  for (const message of await messagesOf(user.apiKey, `productId=${silent.id}`))
    expect(message).toContain('No results were reported for this product')
  const { body } = await system().call(
    'GET',
    `/api/agent/knowledge/history?productId=${reported.id}&verdict=stale`,
    { key: user.apiKey },
  )
  expect([body.history, body.message]).toEqual([[], undefined])
})

test('claims alone do not count as results', async () => {
  const user = await system().createUser()
  await send(system(), user, claim())
  const { body } = await system().call('GET', '/api/agent/knowledge/patterns', { key: user.apiKey })
  expect(body.patterns).toEqual([])
  expect(body.message).toContain('Only claims were reported')
  expect(body.message).toContain('POST /api/agent/reports')
})

test('the results of one owner do not fill the memory of another', async () => {
  const [one, other] = [await system().createUser(), await system().createUser()]
  await send(system(), one, observation([row('2026-11-01')]))
  for (const message of await messagesOf(other.apiKey, '')) expect(message).toContain('The memory is empty')
})
