import { ProductList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { createProduct } from '../../src/catalog/products/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeCharacter, makePhoto, makeProduct } from './make-album.ts'

const system = useSharedSystem()

test('pages list each product once, newest first, even within one millisecond', async () => {
  const { call, db, createUser } = system()
  const user = await createUser()
  const made: string[] = []
  for (let i = 0; i < 7; i++) made.push((await makeProduct(system(), user, `product ${i}`)).id)
  await db.row(
    `update products set created_at = (select created_at from products where id = $1) where id = $2`,
    [made[2], made[3]],
  )
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/gen/products?limit=3${cursor && `&cursor=${cursor}`}`
    const { products, nextCursor } = ProductList.strict().parse(
      (await call('GET', path, { key: user.apiKey })).body,
    )
    pages.push(products.map(({ id }) => id))
    cursor = nextCursor
  }
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
  expect(pages.flat().slice(0, 3)).toEqual([made[6], made[5], made[4]])
  expect(new Set(pages.flat())).toEqual(new Set(made))
})

test('each product has its photo count and the URL of its oldest photo', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const bare = await makeProduct(system(), user, 'bare')
  const shown = await makeProduct(system(), user, 'shown')
  const oldest = await makePhoto(system(), user, shown.id)
  await makePhoto(system(), user, shown.id)
  const { body } = await call('GET', '/api/gen/products', { key: user.apiKey })
  expect(body).toMatchObject({
    products: [
      { id: shown.id, referencePhotoCount: 2, primaryPhotoUrl: oldest.url },
      { id: bare.id, referencePhotoCount: 0, primaryPhotoUrl: null },
    ],
    nextCursor: null,
  })
})

test('a live key does not see what a test key created', async () => {
  const { call, db, createUser } = system()
  const user = await createUser()
  await createProduct(db, ownerOf(user.id, 'test'), { name: 'test key' })
  expect((await call('GET', '/api/gen/products', { key: user.apiKey })).body.products).toEqual([])
})

test.each(['limit=0', 'limit=101', 'limit=ten', 'cursor=nonsense', 'cursor='])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const { call, createUser } = system()
    const { status, body } = await call('GET', `/api/gen/products?${query}`, {
      key: (await createUser()).apiKey,
    })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)

test('a cursor of another list is answered 400', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  for (let i = 0; i < 2; i++) await makeCharacter(system(), user)
  const { nextCursor } = (await call('GET', '/api/gen/characters?limit=1', { key: user.apiKey })).body
  const { status, body } = await call('GET', `/api/gen/products?cursor=${nextCursor}`, { key: user.apiKey })
  expect([status, body.field]).toEqual([400, 'cursor'])
})
