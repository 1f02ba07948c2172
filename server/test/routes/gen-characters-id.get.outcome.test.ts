import { CharacterDetail } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedHouse } from '../shared-house.ts'
import { makeCharacter, makePhoto } from './make-album.ts'

const house = useSharedHouse()

test('a character is told with its photos, oldest first', async () => {
  const { call, person } = house()
  const who = await person()
  const character = await makeCharacter(house(), who)
  const photos = [await makePhoto(house(), who, character.id), await makePhoto(house(), who, character.id)]
  const { status, body } = await call('GET', `/api/gen/characters/${character.id}`, { key: who.apiKey })
  expect([status, CharacterDetail.strict().parse(body.character)]).toEqual([
    200,
    { ...character, photoCount: 2, photos },
  ])
})
