import { PhotoAnswer, type PhotoList } from '@atelier/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { useSharedSystem } from '../use-shared-system.ts'
import { makePhoto, makeProduct, referencePath } from './make-album.ts'

const system = useSharedSystem()

test('after a delete the next oldest photo is primary, and a second delete is answered 404', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const [first, second, third] = [
    await makePhoto(system(), user, id),
    await makePhoto(system(), user, id),
    await makePhoto(system(), user, id),
  ]
  const path = `${referencePath(id)}/${first.id}`
  const deleted = await call('DELETE', path, { key: user.apiKey })
  expect([deleted.status, PhotoAnswer.strict().parse(deleted.body).photo]).toEqual([
    200,
    { ...first, isPrimary: false },
  ])
  const { photos } = (await call<z.infer<typeof PhotoList>>('GET', referencePath(id), { key: user.apiKey }))
    .body
  expect(photos).toEqual([{ ...second, isPrimary: true }, third])
  expect((await call('DELETE', path, { key: user.apiKey })).status).toBe(404)
})

test('of two concurrent deletes one is answered 200 and the other 404', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const path = `${referencePath(id)}/${(await makePhoto(system(), user, id)).id}`
  const both = await Promise.all([1, 2].map(() => call('DELETE', path, { key: user.apiKey })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
})

test('a photo of another product of the same user is answered 404 and stays', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const [mug, cup] = [await makeProduct(system(), user), await makeProduct(system(), user, 'Cup')]
  const photo = await makePhoto(system(), user, mug.id)
  const path = `${referencePath(cup.id)}/${photo.id}`
  expect((await call('DELETE', path, { key: user.apiKey })).status).toBe(404)
  expect((await call('GET', referencePath(mug.id), { key: user.apiKey })).body.photos).toEqual([photo])
})
