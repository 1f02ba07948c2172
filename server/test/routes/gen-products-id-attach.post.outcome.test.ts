import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import type { Person } from '../house.ts'
import { useSharedHouse } from '../shared-house.ts'
import { makeProduct } from './make-album.ts'
import { makeMedia, makeWaiting } from './make-order.ts'

const house = useSharedHouse()

const attach = (who: Person, productId: string, body: Record<string, unknown>) =>
  house().call('POST', `/api/gen/products/${productId}/attach`, { key: who.apiKey, body })

test('a finished media joins the library; once more changes nothing', async () => {
  const { call, person, poll } = house()
  const who = await person()
  const product = await makeProduct(house(), who)
  const { id } = await makeMedia(house(), who)
  const first = await attach(who, product.id, { generatedMediaId: id, anything: 'else' })
  expect(first.status).toBe(200)
  expect(endpoints.attachMedia.answer.schema.parse(first.body)).toEqual({
    media: await poll(who, id),
    product: { id: product.id, name: product.name, mediaCount: 1 },
    message: expect.stringContaining('1 media'),
  })
  expect((await attach(who, product.id, { generatedMediaId: id })).body.product.mediaCount).toBe(1)
  const detail = (await call('GET', `/api/gen/products/${product.id}`, { key: who.apiKey })).body.product
  expect(detail).toMatchObject({ mediaCount: 1, media: [{ id }] })
})

test('one file may sit in several products, and a product may hold siblings', async () => {
  const who = await house().person()
  const [one, two] = [await makeProduct(house(), who), await makeProduct(house(), who)]
  const { id, outputs } = await makeMedia(house(), who, { n: 2, productId: one.id })
  const sibling = outputs[1]?.id
  expect((await attach(who, two.id, { generatedMediaId: sibling })).body.product.mediaCount).toBe(1)
  expect((await attach(who, two.id, { generatedMediaId: id })).body.product.mediaCount).toBe(2)
  expect((await attach(who, one.id, { generatedMediaId: sibling })).body.product.mediaCount).toBe(2)
})

test('what is not finished, or failed, is 409 and changes nothing', async () => {
  const { call, person, submit, finished } = house()
  const who = await person()
  const { id } = await makeProduct(house(), who)
  const waiting = await attach(who, id, { generatedMediaId: await makeWaiting(house(), who) })
  expect([waiting.status, waiting.body]).toMatchObject([
    409,
    { code: 'media_not_completed', status: 'processing' },
  ])
  const failed = (await submit(who, { model: 'simulator/fail' })).body.id
  await finished(who, failed)
  expect((await attach(who, id, { generatedMediaId: failed })).body.status).toBe('failed')
  const { product } = (await call('GET', `/api/gen/products/${id}`, { key: who.apiKey })).body
  expect(product).toMatchObject({ mediaCount: 0, media: [] })
})

test.each([{}, { generatedMediaId: null }, { generatedMediaId: ['a'] }])('%j is 400', async (body) => {
  const who = await house().person()
  const { status, body: told } = await attach(who, (await makeProduct(house(), who)).id, body)
  expect([status, told.code, told.field]).toEqual([400, 'invalid_request', 'generatedMediaId'])
})
