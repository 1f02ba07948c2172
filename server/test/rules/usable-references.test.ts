import { expect, test } from 'vitest'
import { type Caller, ownerOf } from '../../src/access/identity/index.ts'
import { createCharacter, loadUsableCharacter } from '../../src/catalog/characters/index.ts'
import { findPhotos, listOldestPhotos } from '../../src/catalog/photos/index.ts'
import { createProduct, loadUsableProduct } from '../../src/catalog/products/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { makePhoto, makeProduct, referencePath } from '../routes/make-album.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

const callerOf = (user: TestUser, role: Caller['role'] = 'user', mode: 'live' | 'test' = 'live'): Caller => ({
  owner: ownerOf(user.id, mode),
  keyId: user.keyId,
  keyName: 'test',
  role,
  scopes: ['generate'],
  dailyCreditLimit: null,
  perJobCreditLimit: null,
  testMix: null,
})

test('a user may use own products and an admin any; not_found differs from not_owner', async () => {
  const { db, createUser } = system()
  const [owner, other] = [await createUser(), await createUser()]
  const { id } = (await createProduct(db, ownerOf(owner.id, 'live'), { name: 'Mug' })).product
  expect(await loadUsableProduct(db, callerOf(owner), id)).toMatchObject({ id, name: 'Mug' })
  expect(await loadUsableProduct(db, callerOf(other, 'admin'), id)).toMatchObject({ id, user_id: owner.id })
  const refused = (caller: Caller, asked: string) => expect(loadUsableProduct(db, caller, asked)).rejects
  const extra = { field: 'productId' }
  await refused(callerOf(other), id).toMatchObject({ code: 'not_owner', extra })
  for (const asked of [newId('product'), 'nonsense', 'prd_\0'])
    await refused(callerOf(owner, 'admin'), asked).toMatchObject({ code: 'not_found', extra })
  await refused(callerOf(owner, 'admin', 'test'), id).toMatchObject({ code: 'not_found', extra })
})

test('a user may use own characters only, and so may an admin', async () => {
  const { db, createUser } = system()
  const [owner, other] = [await createUser(), await createUser()]
  const mine = ownerOf(owner.id, 'live')
  const { id } = (await createCharacter(db, mine, { name: 'Mia' })).character
  expect(await loadUsableCharacter(db, mine, id)).toMatchObject({ id, name: 'Mia' })
  const extra = { field: 'characterId' }
  const refused = (user: typeof mine, asked: string) => expect(loadUsableCharacter(db, user, asked)).rejects
  await refused(ownerOf(other.id, 'live'), id).toMatchObject({ code: 'not_owner', extra })
  await refused(ownerOf(owner.id, 'test'), id).toMatchObject({ code: 'not_found', extra })
  for (const asked of [newId('character'), 'nonsense', 'chr_\0'])
    await refused(mine, asked).toMatchObject({ code: 'not_found', extra })
})

test('active photos are found by id with their owner, and the oldest come first', async () => {
  const { call, db, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const made: string[] = []
  for (let i = 0; i < 3; i++) made.push((await makePhoto(system(), user, id)).id)
  await call('DELETE', `${referencePath(id)}/${made[0]}`, { key: user.apiKey })
  const found = await findPhotos(db, ownerOf(user.id, 'live'), [
    ...made,
    newId('photo'),
    'nonsense',
    'pho_\0',
  ])
  expect(found.map((photo) => photo.id).toSorted()).toEqual(made.slice(1).toSorted())
  expect(found[0]).toMatchObject({ user_id: user.id, product_id: id, kind: 'product' })
  expect(await findPhotos(db, ownerOf(user.id, 'test'), made)).toEqual([])
  const oldest = async (limit: number) =>
    (await listOldestPhotos(db, { productId: id }, limit)).map((photo) => photo.id)
  expect([await oldest(1), await oldest(5)]).toEqual([[made[1]], [made[1], made[2]]])
})
