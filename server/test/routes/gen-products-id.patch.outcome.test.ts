import { ProductAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedHouse } from '../shared-house.ts'
import { makePhoto, makeProduct } from './make-album.ts'

const house = useSharedHouse()

test('a product gets its new name, trimmed, and keeps the rest', async () => {
  const { call, person } = house()
  const who = await person()
  const { id, createdAt, updatedAt } = await makeProduct(house(), who)
  const { url } = await makePhoto(house(), who, id)
  const body = { name: ' Cup ' }
  const answer = await call('PATCH', `/api/gen/products/${id}`, { key: who.apiKey, body })
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
])('%j is 400 %s and changes nothing', async (body, code, field) => {
  const { call, person } = house()
  const who = await person()
  const path = `/api/gen/products/${(await makeProduct(house(), who)).id}`
  const answer = await call('PATCH', path, { key: who.apiKey, body })
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, field])
  expect((await call('GET', path, { key: who.apiKey })).body.product.name).toBe('Mug')
})
