import { OwnedMediaList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { openSessionOf } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeCharacter, makeProduct } from './make-album.ts'
import { makeCep, makeMedia } from './make-order.ts'

const system = useSharedSystem()

async function pageOf(user: TestUser) {
  const headers = await openSessionOf(system().db, user)
  return async (query = '') => {
    const { status, body } = await system().call('GET', `/api/owner/live/media${query}`, { headers })
    expect([status, body.code]).toEqual([200, undefined])
    return OwnedMediaList.parse(body)
  }
}

test('a media shows its key and its pixels, and everything that its key sees', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeMedia(system(), user, { n: 2 })
  const { media } = await (await pageOf(user))()
  const seen = (await call('GET', '/api/gen/media', { key: user.apiKey })).body.media
  expect(media).toMatchObject(seen)
  expect(media).toHaveLength(2)
  for (const one of media) {
    expect(one.keyId).toBe(user.keyId)
    expect([one.width, one.height].every((side) => (side ?? 0) > 0)).toBe(true)
    expect(one.finishedAt).toBe(one.completedAt)
  }
  expect(media.map((one) => one.parentId).toSorted()).toEqual([id, null])
})

test('each filter leaves the media that match it', async () => {
  const { call, createUser, db } = system()
  const user = await createUser()
  const { key, secret } = await createKey(db, user.id, { name: 'second' })
  const product = await makeProduct(system(), user)
  const character = await makeCharacter(system(), user)
  const cepId = await makeCep(system(), user, product.id)
  const first = await makeMedia(system(), user, { productId: product.id, cepId })
  const second = await makeMedia(system(), { ...user, apiKey: secret }, { model: 'simulator/fail' })
  const headers = await openSessionOf(db, user)
  const body = { prompt: 'x', characterId: character.id, model: 'simulator/fail' }
  const third = (await call('POST', '/api/owner/live/gen/image', { headers, body })).body.id
  const read = await pageOf(user)
  const idsOf = async (query: string) => (await read(query)).media.map(({ id }) => id)
  expect(await idsOf(`?keyId=${user.keyId}`)).toEqual([first.id])
  expect(await idsOf(`?keyId=${key.id}`)).toEqual([second.id])
  expect(await idsOf('?keyId=none')).toEqual([third])
  expect(await idsOf('?model=simulator/fail')).toEqual([third, second.id])
  expect(await idsOf(`?characterId=${character.id}`)).toEqual([third])
  expect(await idsOf(`?cepId=${cepId}`)).toEqual([first.id])
  expect(await idsOf(`?productId=${product.id}&keyId=${user.keyId}`)).toEqual([first.id])
  const today = first.createdAt.slice(0, 10)
  expect(await idsOf(`?day=${today}&limit=2`)).toEqual([third, second.id])
  expect(await idsOf('?day=2020-01-01')).toEqual([])
  const { nextCursor } = await read(`?day=${today}&limit=2`)
  expect(await idsOf(`?day=${today}&limit=2&cursor=${nextCursor}`)).toEqual([first.id])
})

test('filters by what belongs to another user find nothing', async () => {
  const { createUser } = system()
  const [user, other] = [await createUser(), await createUser()]
  await makeMedia(system(), user)
  await makeMedia(system(), other)
  const read = await pageOf(user)
  expect((await read(`?keyId=${other.keyId}`)).media).toEqual([])
})

test.each(['?day=yesterday', '?keyId=med_4cVbN0aRkQ2sX8mLtZ1yPw', '?cepId=prd_4cVbN0aRkQ2sX8mLtZ1yPw'])(
  '%s is answered 400',
  async (query) => {
    const { call, createUser, db } = system()
    const headers = await openSessionOf(db, await createUser())
    expect((await call('GET', `/api/owner/live/media${query}`, { headers })).status).toBe(400)
  },
)
