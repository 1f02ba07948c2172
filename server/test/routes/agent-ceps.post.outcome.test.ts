import { type Cep, CepAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { createCep, deleteCep } from '../../src/catalog/ceps/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

const create = (user: TestUser, body: Record<string, unknown>) =>
  system().call('POST', '/api/agent/ceps', { bearer: user.apiKey, body })

async function createUserWithProduct(): Promise<{ user: TestUser; productId: string }> {
  const user = await system().createUser()
  const { body } = await system().call('POST', '/api/gen/products', {
    key: user.apiKey,
    body: { name: 'Mug' },
  })
  return { user, productId: body.product.id }
}

/** Creates CEPs without HTTP: the rate limit would refuse them before the limit per product does. */
async function createCeps(user: TestUser, productId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const body = { cepText: `reason number ${i}`, productId }
    ids.push((await createCep(system().db, ownerOf(user.id, 'live'), body)).cep.id)
  }
  return ids
}

const countActive = async (productId: string) => {
  const { db } = system()
  const rows = await db.row<{ counted: number; stored: number }>(
    `select (select active from cep_counts where target_id = $1)::int as counted,
       (select count(*) from ceps where product_id = $1 and status = 'active')::int as stored`,
    [productId],
  )
  return [rows?.counted, rows?.stored]
}

test('a CEP is stored with trimmed texts, and omitted fields are null', async () => {
  const { user, productId } = await createUserWithProduct()
  const { status, body } = await create(user, {
    cepText: '  Coffee goes cold in meetings ',
    productId,
    painPoint: 'cold coffee',
    angle: '   ',
    unknown: 1,
  })
  expect(status).toBe(201)
  const { cep, similar, message } = CepAnswer.parse(body)
  expect(cep).toMatchObject({
    cepText: 'Coffee goes cold in meetings',
    painPoint: 'cold coffee',
    angle: null,
    notes: null,
    status: 'active',
    productId,
    topicId: null,
  })
  expect(similar).toEqual([])
  expect(message).toContain('1 of 30')
})

test('up to three similar CEPs are listed with their similarity, most similar first', async () => {
  const { user, productId } = await createUserWithProduct()
  const { cep } = (await create(user, { cepText: 'dry skin after flights', productId })).body
  const { similar, message } = (await create(user, { cepText: 'dry skin after long flights', productId }))
    .body
  expect(similar).toEqual([{ id: cep.id, cepText: 'dry skin after flights', similarity: 0.821 }])
  expect(message).toContain(cep.id)
  for (const cepText of ['dry skin after my flights', 'dry skin after all flights', 'cold feet'])
    await create(user, { cepText, productId })
  const near = (await create(user, { cepText: 'Dry skin, after FLIGHTS!', productId })).body.similar
  expect(near).toHaveLength(3)
  expect(near[0]).toEqual({ id: cep.id, cepText: 'dry skin after flights', similarity: 1 })
})

test('words of every script are compared', async () => {
  const { user, productId } = await createUserWithProduct()
  await create(user, { cepText: 'кофе остывает на встречах', productId })
  const { similar } = (await create(user, { cepText: 'Кофе остывает на долгих встречах', productId })).body
  expect(similar).toHaveLength(1)
})

test('CEPs of other users, of other targets and deleted ones are never similar', async () => {
  const { user, productId } = await createUserWithProduct()
  const other = await createUserWithProduct()
  const cepText = 'dry skin after flights'
  await create(other.user, { cepText, productId: other.productId })
  const { cep } = (await create(user, { cepText, productId })).body
  await system().call('DELETE', `/api/agent/ceps/${cep.id}`, { key: user.apiKey })
  expect((await create(user, { cepText, productId })).body.similar).toEqual([])
})

test('the 31st CEP is answered 409 with the existing 30, oldest first; a delete makes room', async () => {
  const { user, productId } = await createUserWithProduct()
  const ids = await createCeps(user, productId, 30)
  const { status, body } = await create(user, { cepText: 'one too many', productId })
  expect([status, body.code, body.charged]).toEqual([409, 'cep_limit_reached', 'none'])
  expect(body.existing.map((cep: Cep) => cep.id)).toEqual(ids)
  expect(body.existing[0]).toMatchObject({
    cepText: 'reason number 0',
    productId,
    topicId: null,
    notes: null,
  })
  await system().call('DELETE', `/api/agent/ceps/${ids[3]}`, { key: user.apiKey })
  expect((await create(user, { cepText: 'there is room', productId })).status).toBe(201)
})

test('of 50 concurrent creates for the last free slot exactly one succeeds', async () => {
  const { user, productId } = await createUserWithProduct()
  await createCeps(user, productId, 29)
  const owner = ownerOf(user.id, 'live')
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => createCep(system().db, owner, { cepText: `late ${i}`, productId })),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  const codes = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(new Set(codes)).toEqual(new Set(['cep_limit_reached']))
  expect(await countActive(productId)).toEqual([30, 30])
})

test('concurrent creates and deletes leave the right count', async () => {
  const { user, productId } = await createUserWithProduct()
  const ids = await createCeps(user, productId, 28)
  const owner = ownerOf(user.id, 'live')
  const { db } = system()
  await Promise.allSettled(
    ids.flatMap((id, i) => [
      createCep(db, owner, { cepText: `new ${i}`, productId }),
      deleteCep(db, owner, id),
      deleteCep(db, owner, id),
    ]),
  )
  const [counted, stored] = await countActive(productId)
  expect(counted).toBe(stored)
  expect(stored).toBeLessThanOrEqual(30)
})

test('30 creates pass in a minute, and the rest get a retry time', async () => {
  const { user, productId } = await createUserWithProduct()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => create(user, { cepText: `t${i}`, productId })),
  )
  expect(answers.filter((one) => one.status === 201)).toHaveLength(30)
  const refused = answers.filter((one) => one.status === 429)
  expect(refused).toHaveLength(10)
  for (const { headers } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(headers.get('x-ratelimit-limit')).toBe('30')
  }
})

test.each([
  ['no target', {}, 'productId'],
  ['two targets', { productId: `prd_${'0'.repeat(22)}`, topicId: `top_${'0'.repeat(22)}` }, 'productId'],
  ['no text', { cepText: undefined }, 'cepText'],
  ['blank text', { cepText: ' \u200B ' }, 'cepText'],
  ['long text', { cepText: 'x'.repeat(2_001) }, 'cepText'],
  ['a number instead of text', { cepText: 7 }, 'cepText'],
  ['a long pain point', { painPoint: 'x'.repeat(201) }, 'painPoint'],
  ['a long angle', { angle: 'x'.repeat(201) }, 'angle'],
  ['long notes', { notes: 'x'.repeat(2_001) }, 'notes'],
])('%s is answered 400 with the field named', async (_, wrong, field) => {
  const user = await system().createUser()
  const { status, body } = await create(user, { cepText: 'x', ...wrong })
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
})
