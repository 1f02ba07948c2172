import { CharacterList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { createCharacter } from '../../src/catalog/characters/index.ts'
import { useSharedHouse } from '../shared-house.ts'
import { makeCharacter, makePhoto } from './make-album.ts'

const house = useSharedHouse()

test('characters are listed newest first, page by page, with the count of their photos', async () => {
  const { call, db, person } = house()
  const who = await person()
  const [ada, bea, cleo] = [
    await makeCharacter(house(), who, 'Ada'),
    await makeCharacter(house(), who, 'Bea'),
    await makeCharacter(house(), who, 'Cleo'),
  ]
  await createCharacter(db, ownerOf(who.id, 'test'), { name: 'of a rehearsal' })
  for (let i = 0; i < 2; i++) await makePhoto(house(), who, ada.id)
  const page = async (more: string) =>
    CharacterList.strict().parse(
      (await call('GET', `/api/gen/characters?limit=2${more}`, { key: who.apiKey })).body,
    )
  const first = await page('')
  expect(first.characters).toEqual([cleo, bea])
  expect(await page(`&cursor=${first.nextCursor}`)).toEqual({
    characters: [{ ...ada, photoCount: 2 }],
    nextCursor: null,
  })
})

test.each(['limit=0', 'limit=101', 'cursor=nonsense'])('the query %s is 400 and named', async (query) => {
  const { call, person } = house()
  const { status, body } = await call('GET', `/api/gen/characters?${query}`, { key: (await person()).apiKey })
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
})
