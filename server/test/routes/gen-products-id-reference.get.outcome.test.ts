import { PhotoList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedHouse } from '../shared-house.ts'
import { makePhoto, makeProduct, referencePath } from './make-album.ts'

const house = useSharedHouse()

test('photos are listed oldest first with their four fields, and the oldest is primary', async () => {
  const { call, person } = house()
  const who = await person()
  const { id } = await makeProduct(house(), who)
  const front = await makePhoto(house(), who, id, 'front')
  const back = await makePhoto(house(), who, id, 'back')
  const { status, body } = await call('GET', referencePath(id), { key: who.apiKey })
  expect([status, PhotoList.strict().parse(body).photos]).toEqual([
    200,
    [
      { id: front.id, label: 'front', url: front.url, isPrimary: true },
      { id: back.id, label: 'back', url: back.url, isPrimary: false },
    ],
  ])
})

test('a product without photos has an empty list', async () => {
  const { call, person } = house()
  const who = await person()
  const { id } = await makeProduct(house(), who)
  expect((await call('GET', referencePath(id), { key: who.apiKey })).body).toEqual({ photos: [] })
})
