import { ProductDetail } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { createProduct } from '../../src/catalog/products/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makePhoto, makeProduct } from './make-album.ts'

const system = useSharedSystem()

test('a product is returned with its photos and CEPs, and its counts match its lists', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const photo = await makePhoto(system(), user, id)
  const body = { cepText: 'coffee goes cold', productId: id }
  const { cep } = (await call('POST', '/api/agent/ceps', { key: user.apiKey, body })).body
  const answer = await call('GET', `/api/gen/products/${id}`, { key: user.apiKey })
  expect(ProductDetail.strict().parse(answer.body.product)).toMatchObject({
    id,
    referencePhotoCount: 1,
    primaryPhotoUrl: photo.url,
    photos: [photo],
    media: [],
    ceps: [{ id: cep.id }],
  })
})

test('a product of a test key does not exist for a live key', async () => {
  const { call, db, createUser } = system()
  const user = await createUser()
  const { product } = await createProduct(db, ownerOf(user.id, 'test'), { name: 'test key' })
  expect((await call('GET', `/api/gen/products/${product.id}`, { key: user.apiKey })).status).toBe(404)
})
