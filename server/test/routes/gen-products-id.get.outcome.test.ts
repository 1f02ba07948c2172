import { ProductDetail } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { createProduct } from '../../src/catalog/products/index.ts'
import { useSharedHouse } from '../shared-house.ts'
import { makePhoto, makeProduct } from './make-album.ts'

const house = useSharedHouse()

test('a product is told with its photos and CEPs, and what it counts is what it lists', async () => {
  const { call, person } = house()
  const who = await person()
  const { id } = await makeProduct(house(), who)
  const photo = await makePhoto(house(), who, id)
  const body = { cepText: 'coffee goes cold', productId: id }
  const { cep } = (await call('POST', '/api/agent/ceps', { key: who.apiKey, body })).body
  const answer = await call('GET', `/api/gen/products/${id}`, { key: who.apiKey })
  expect(ProductDetail.strict().parse(answer.body.product)).toMatchObject({
    id,
    referencePhotoCount: 1,
    primaryPhotoUrl: photo.url,
    photos: [photo],
    media: [],
    ceps: [{ id: cep.id }],
  })
})

test('a product of the test mode does not exist for a live key', async () => {
  const { call, db, person } = house()
  const who = await person()
  const { product } = await createProduct(db, ownerOf(who.id, 'test'), { name: 'rehearsal' })
  expect((await call('GET', `/api/gen/products/${product.id}`, { key: who.apiKey })).status).toBe(404)
})
