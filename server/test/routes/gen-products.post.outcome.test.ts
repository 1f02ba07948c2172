import { ProductAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('a new product has its trimmed name, no media and no photos', async () => {
  const { call, createUser } = system()
  const { status, body } = await call('POST', '/api/gen/products', {
    key: (await createUser()).apiKey,
    body: { name: '  Mug  ', ownerId: 'ignored' },
  })
  expect(status).toBe(201)
  expect(ProductAnswer.strict().parse(body).product).toMatchObject({
    name: 'Mug',
    mediaCount: 0,
    referencePhotoCount: 0,
    primaryPhotoUrl: null,
  })
})

test('a name may have 200 characters, counted as code points', async () => {
  const { call, createUser } = system()
  const name = '\u{1F35C}'.repeat(200)
  const { status, body } = await call('POST', '/api/gen/products', {
    key: (await createUser()).apiKey,
    body: { name },
  })
  expect([status, body.product.name]).toEqual([201, name])
})

test.each([['blank', '  '], ['too long', 'x'.repeat(201)], ['a number', 7], ['null', null], ['absent']])(
  'a name that is %s is answered 400 with the field named',
  async (_, name?: unknown) => {
    const { call, createUser } = system()
    const { status, body } = await call('POST', '/api/gen/products', {
      key: (await createUser()).apiKey,
      body: { name },
    })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'name'])
  },
)
