import { PhotoAnswer, type PhotoList } from '@atelier/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeCharacter, makePhoto, referencePath } from './make-album.ts'

const system = useSharedSystem()

test('after a delete the next oldest photo is primary, and a second delete is answered 404', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeCharacter(system(), user)
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
  const { id } = await makeCharacter(system(), user)
  const path = `${referencePath(id)}/${(await makePhoto(system(), user, id)).id}`
  const both = await Promise.all([1, 2].map(() => call('DELETE', path, { key: user.apiKey })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
})
