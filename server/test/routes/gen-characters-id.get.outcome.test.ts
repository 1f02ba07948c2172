import { CharacterDetail } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeCharacter, makePhoto } from './make-album.ts'

const system = useSharedSystem()

test('a character is returned with its photos, oldest first', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const character = await makeCharacter(system(), user)
  const photos = [
    await makePhoto(system(), user, character.id),
    await makePhoto(system(), user, character.id),
  ]
  const { status, body } = await call('GET', `/api/gen/characters/${character.id}`, { key: user.apiKey })
  expect([status, CharacterDetail.strict().parse(body.character)]).toEqual([
    200,
    { ...character, photoCount: 2, photos },
  ])
})
