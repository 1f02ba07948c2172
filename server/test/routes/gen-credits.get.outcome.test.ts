import { createHash } from 'node:crypto'
import { Credits, type Transaction } from '@atelier/contract'
import { expect, test } from 'vitest'
import { grant } from '../../src/access/credits/index.ts'
import { createKey } from '../../src/access/identity/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

const read = async (user: TestUser, query = '') => {
  const { status, body } = await system().call('GET', `/api/gen/credits${query}`, { key: user.apiKey })
  expect(status).toBe(200)
  return Credits.strict().parse(body)
}

test('a grant, a charge and its refund are listed newest first with the balance after each', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser(1_000)
  const { id } = (await submit(user, { model: 'simulator/fail', n: 2 })).body
  await finished(user, id)
  const { balance, transactions, nextCursor, budget } = await read(user)
  expect([balance, nextCursor, budget]).toEqual([1_000, null, null])
  const media = { refId: id, refType: 'generated_media' }
  expect(transactions).toMatchObject([
    { amount: 800, reason: 'image_generation_refund', balanceAfter: 1_000, ...media },
    { amount: -800, reason: 'image_generation', balanceAfter: 200, ...media },
    { amount: 1_000, reason: 'credit_grant', balanceAfter: 1_000, refType: 'credit_grant' },
  ])
})

test('a key sees its own scopes', async () => {
  const { db, createUser } = system()
  const user = await createUser(1)
  expect((await read(user)).scopes).toEqual(['read', 'generate', 'cep', 'knowledge'])
  const { secret } = await createKey(db, user.id, { name: 'narrow', scopes: ['read', 'generate'] })
  expect((await read({ ...user, apiKey: secret })).scopes).toEqual(['read', 'generate'])
})

test('each kind of grant has its own reason', async () => {
  const { db, createUser } = system()
  const user = await createUser(1)
  await grant(db, { userId: user.id, amount: 5, kind: 'purchase', note: 'test', externalRef: user.id })
  await grant(db, { userId: user.id, amount: -2, kind: 'adjustment', note: 'test' })
  const { balance, transactions } = await read(user)
  expect([balance, ...transactions.map(({ reason }) => reason)]).toEqual([
    4,
    'admin_adjustment',
    'credit_purchase',
    'credit_grant',
  ])
})

test('pages follow the chain, and every hash can be recomputed from them', async () => {
  const { createUser, submit } = system()
  const user = await createUser()
  for (let i = 0; i < 4; i++) await submit(user)
  const pages: Transaction[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { transactions, nextCursor } = await read(user, `?limit=2${cursor && `&cursor=${cursor}`}`)
    pages.push(transactions)
    cursor = nextCursor
  }
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  let hash = '0'.repeat(64)
  for (const one of pages.flat().toReversed()) {
    const { id, amount, reason, refId, refType, balanceAfter, createdAt } = one
    const text = [hash, id, amount, reason, refId, refType, balanceAfter, createdAt].join('\n')
    hash = createHash('sha256').update(text).digest('hex')
    expect(one.txHash).toBe(hash)
  }
})

test.each(['limit=0', 'limit=101', 'limit=ten', 'cursor=nonsense', 'cursor='])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const { call, createUser } = system()
    const { status, body } = await call('GET', `/api/gen/credits?${query}`, {
      key: (await createUser()).apiKey,
    })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)
