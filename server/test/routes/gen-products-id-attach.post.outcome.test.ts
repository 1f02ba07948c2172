import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeProduct } from './make-album.ts'
import { makeMedia, makeWaitingJob } from './make-order.ts'

const system = useSharedSystem()

const attach = (user: TestUser, productId: string, body: Record<string, unknown>) =>
  system().call('POST', `/api/gen/products/${productId}/attach`, { key: user.apiKey, body })

test('a finished media joins the library, and attaching it again changes nothing', async () => {
  const { call, createUser, poll } = system()
  const user = await createUser()
  const product = await makeProduct(system(), user)
  const { id } = await makeMedia(system(), user)
  const first = await attach(user, product.id, { generatedMediaId: id, anything: 'else' })
  expect(first.status).toBe(200)
  expect(endpoints.attachMedia.answer.schema.parse(first.body)).toEqual({
    media: await poll(user, id),
    product: { id: product.id, name: product.name, mediaCount: 1 },
    message: expect.stringContaining('1 media'),
  })
  expect((await attach(user, product.id, { generatedMediaId: id })).body.product.mediaCount).toBe(1)
  const detail = (await call('GET', `/api/gen/products/${product.id}`, { key: user.apiKey })).body.product
  expect(detail).toMatchObject({ mediaCount: 1, media: [{ id }] })
})

test('one file may be attached to several products, and a product may hold siblings', async () => {
  const user = await system().createUser()
  const [one, two] = [await makeProduct(system(), user), await makeProduct(system(), user)]
  const { id, outputs } = await makeMedia(system(), user, { n: 2, productId: one.id })
  const sibling = outputs[1]?.id
  expect((await attach(user, two.id, { generatedMediaId: sibling })).body.product.mediaCount).toBe(1)
  expect((await attach(user, two.id, { generatedMediaId: id })).body.product.mediaCount).toBe(2)
  expect((await attach(user, one.id, { generatedMediaId: sibling })).body.product.mediaCount).toBe(2)
})

test('unfinished or failed media is answered 409 and changes nothing', async () => {
  const { call, createUser, submit, finished } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const waiting = await attach(user, id, { generatedMediaId: await makeWaitingJob(system(), user) })
  expect([waiting.status, waiting.body]).toMatchObject([
    409,
    { code: 'media_not_completed', status: 'processing' },
  ])
  const failed = (await submit(user, { model: 'simulator/fail' })).body.id
  await finished(user, failed)
  expect((await attach(user, id, { generatedMediaId: failed })).body.status).toBe('failed')
  const { product } = (await call('GET', `/api/gen/products/${id}`, { key: user.apiKey })).body
  expect(product).toMatchObject({ mediaCount: 0, media: [] })
})

test.each([{}, { generatedMediaId: null }, { generatedMediaId: ['a'] }])(
  '%j is answered 400',
  async (body) => {
    const user = await system().createUser()
    const { status, body: answer } = await attach(user, (await makeProduct(system(), user)).id, body)
    expect([status, answer.code, answer.field]).toEqual([400, 'invalid_request', 'generatedMediaId'])
  },
)
