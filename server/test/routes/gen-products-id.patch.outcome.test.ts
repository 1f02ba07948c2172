import { ProductAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { makePhoto, makeProduct } from './make-album.ts'

const system = useSharedSystem()

test('a product gets the new name, trimmed, and keeps everything else', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id, createdAt, updatedAt } = await makeProduct(system(), user)
  const { url } = await makePhoto(system(), user, id)
  const body = { name: ' Cup ' }
  const answer = await call('PATCH', `/api/gen/products/${id}`, { key: user.apiKey, body })
  const { product } = ProductAnswer.strict().parse(answer.body)
  expect(answer.status).toBe(200)
  expect(product).toMatchObject({ id, name: 'Cup', createdAt, referencePhotoCount: 1, primaryPhotoUrl: url })
  expect(product.updatedAt > updatedAt).toBe(true)
})

test.each<[Record<string, unknown>, string, string]>([
  [{ name: 'Cup', ownerId: 'y' }, 'unknown_field', 'ownerId'],
  [{ mediaCount: 5 }, 'unknown_field', 'mediaCount'],
  [{ name: '  ' }, 'invalid_request', 'name'],
  [{ name: 'x'.repeat(201) }, 'invalid_request', 'name'],
  [{ name: 7 }, 'invalid_request', 'name'],
  [{}, 'invalid_request', 'name'],
])('%j is answered 400 %s and changes nothing', async (body, code, field) => {
  const { call, createUser } = system()
  const user = await createUser()
  const path = `/api/gen/products/${(await makeProduct(system(), user)).id}`
  const answer = await call('PATCH', path, { key: user.apiKey, body })
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, field])
  expect((await call('GET', path, { key: user.apiKey })).body.product.name).toBe('Mug')
})
