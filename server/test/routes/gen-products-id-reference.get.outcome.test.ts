import { PhotoList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { makePhoto, makeProduct, referencePath } from './make-album.ts'

const system = useSharedSystem()

test('photos are listed oldest first with their four fields, and the oldest is primary', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const front = await makePhoto(system(), user, id, 'front')
  const back = await makePhoto(system(), user, id, 'back')
  const { status, body } = await call('GET', referencePath(id), { key: user.apiKey })
  expect([status, PhotoList.strict().parse(body).photos]).toEqual([
    200,
    [
      { id: front.id, label: 'front', url: front.url, isPrimary: true },
      { id: back.id, label: 'back', url: back.url, isPrimary: false },
    ],
  ])
})

test('a product without photos has an empty list', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  expect((await call('GET', referencePath(id), { key: user.apiKey })).body).toEqual({ photos: [] })
})
