import { CharacterList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { createCharacter } from '../../src/catalog/characters/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeCharacter, makePhoto } from './make-album.ts'

const system = useSharedSystem()

test('characters are listed newest first, page by page, with their photo counts', async () => {
  const { call, db, createUser } = system()
  const user = await createUser()
  const [ada, bea, cleo] = [
    await makeCharacter(system(), user, 'Ada'),
    await makeCharacter(system(), user, 'Bea'),
    await makeCharacter(system(), user, 'Cleo'),
  ]
  await createCharacter(db, ownerOf(user.id, 'test'), { name: 'made by a test key' })
  for (let i = 0; i < 2; i++) await makePhoto(system(), user, ada.id)
  const page = async (more: string) =>
    CharacterList.strict().parse(
      (await call('GET', `/api/gen/characters?limit=2${more}`, { key: user.apiKey })).body,
    )
  const first = await page('')
  expect(first.characters).toEqual([cleo, bea])
  expect(await page(`&cursor=${first.nextCursor}`)).toEqual({
    characters: [{ ...ada, photoCount: 2 }],
    nextCursor: null,
  })
})

test.each(['limit=0', 'limit=101', 'cursor=nonsense'])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const { call, createUser } = system()
    const { status, body } = await call('GET', `/api/gen/characters?${query}`, {
      key: (await createUser()).apiKey,
    })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)
