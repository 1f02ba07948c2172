import { PhotoAnswer, type PhotoList } from '@atelier/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { useSharedHouse } from '../shared-house.ts'
import { makeCharacter, makePhoto, referencePath } from './make-album.ts'

const house = useSharedHouse()

test('a deactivated photo is gone, the next oldest is primary, and a second time is 404', async () => {
  const { call, person } = house()
  const who = await person()
  const { id } = await makeCharacter(house(), who)
  const [first, second, third] = [
    await makePhoto(house(), who, id),
    await makePhoto(house(), who, id),
    await makePhoto(house(), who, id),
  ]
  const path = `${referencePath(id)}/${first.id}`
  const gone = await call('DELETE', path, { key: who.apiKey })
  expect([gone.status, PhotoAnswer.strict().parse(gone.body).photo]).toEqual([
    200,
    { ...first, isPrimary: false },
  ])
  const { photos } = (await call<z.infer<typeof PhotoList>>('GET', referencePath(id), { key: who.apiKey }))
    .body
  expect(photos).toEqual([{ ...second, isPrimary: true }, third])
  expect((await call('DELETE', path, { key: who.apiKey })).status).toBe(404)
})

test('two at once: one is told that it did it, the other that there is nothing', async () => {
  const { call, person } = house()
  const who = await person()
  const { id } = await makeCharacter(house(), who)
  const path = `${referencePath(id)}/${(await makePhoto(house(), who, id)).id}`
  const both = await Promise.all([1, 2].map(() => call('DELETE', path, { key: who.apiKey })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
})
