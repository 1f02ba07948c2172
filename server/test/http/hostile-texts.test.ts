import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const TEXTS = [
  `mug'); delete from products; --`,
  `' or '1' = '1`,
  `'; select pg_sleep(20); --`,
  `\\'; drop table products; --`,
  '$1 $$ %s %% _ "',
]

test('texts that end a statement are stored letter for letter, and change nothing else', async () => {
  const { call, createUser, db } = system()
  const [owner, other] = [await createUser(), await createUser()]
  const count = async () => (await db.row<{ n: string }>(`select count(*) as n from users`))?.n
  await call('POST', '/api/gen/products', { key: other.apiKey, body: { name: 'a product of another user' } })
  const users = Number(await count())
  for (const name of TEXTS) {
    const made = await call('POST', '/api/gen/products', { key: owner.apiKey, body: { name } })
    expect([made.status, made.body.product?.name ?? made.body.name]).toEqual([201, name])
  }
  const { body: list } = await call('GET', '/api/gen/products', { key: owner.apiKey })
  expect(list.products.map((one: { name: string }) => one.name).toSorted()).toEqual(TEXTS.toSorted())
  for (const text of TEXTS) {
    const query = new URLSearchParams({ q: text })
    const found = await call('GET', `/api/agent/knowledge/search?${query}`, { key: owner.apiKey })
    expect([text, found.status]).toEqual([text, 200])
    const filtered = await call('GET', `/api/gen/media?${new URLSearchParams({ productId: text })}`, {
      key: owner.apiKey,
    })
    expect([200, 400]).toContain(filtered.status)
    const entered = await call('POST', '/api/account/session', {
      headers: { 'sec-fetch-site': 'same-origin' },
      body: { email: `a${text.replaceAll(/\s/g, '')}@atelier.test`, password: text },
    })
    expect([400, 401, 429]).toContain(entered.status)
  }
  expect(Number(await count())).toBeGreaterThanOrEqual(users)
  const { body: theirs } = await call('GET', '/api/gen/products', { key: other.apiKey })
  expect(theirs.products).toHaveLength(1)
})
