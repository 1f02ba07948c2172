import { MediaList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeProduct } from './make-album.ts'
import { makeMedia } from './make-order.ts'

const system = useSharedSystem()
const model = 'simulator/fail'

const list = (user: TestUser, query: string) =>
  system().call('GET', `/api/gen/media?${query}`, { key: user.apiKey })
const ids = async (user: TestUser, query: string): Promise<string[]> =>
  (await list(user, query)).body.media.map(({ id }: { id: string }) => id)

test('pages list each media once and in full, newest first', async () => {
  const { createUser, submit, finished, poll } = system()
  const user = await createUser()
  const made: string[] = []
  for (let i = 0; i < 7; i++) made.push((await submit(user, { model })).body.id)
  for (const id of made) await finished(user, id)
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await list(user, `limit=3${cursor && `&cursor=${cursor}`}`)
    const page = MediaList.strict().parse(body)
    for (const media of page.media) expect(media).toEqual(await poll(user, media.id))
    pages.push(page.media.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
  expect(pages.flat()).toEqual(made.toReversed())
})

test('filters combine, siblings are listed, and a filter without matches gives an empty list', async () => {
  const { call, createUser, submit, finished } = system()
  const user = await createUser()
  const made = (await makeMedia(system(), user, { clientRef: 'mine', n: 2 })).id
  const failed = (await submit(user, { model })).body.id
  const order = { prompt: 'a mug', model, clientRef: 'mine' }
  const video = (await call('POST', '/api/gen/video', { key: user.apiKey, body: order })).body.id
  await Promise.all([finished(user, failed), finished(user, video)])
  expect(await ids(user, 'status=failed')).toEqual([video, failed])
  expect(await ids(user, 'clientRef=mine')).toEqual([video, made])
  expect(await ids(user, 'clientRef=mine&type=image')).toEqual([made])
  expect(await ids(user, 'type=IMAGE&status=completed')).toHaveLength(2)
  expect(await ids(user, 'type=Video')).toEqual([video])
  expect(await ids(user, 'mediaType=video')).toEqual([video])
  expect(await ids(user, `ids=${made},${failed},med_${'0'.repeat(22)},nonsense`)).toEqual([failed, made])
  expect(await ids(user, `ids=${made}&status=failed`)).toEqual([])
  expect(await ids(user, 'status=stalled')).toEqual([])
})

test('productId finds media made for the product and media attached to it', async () => {
  const { call, createUser, submit } = system()
  const user = await createUser()
  const [{ id }, other] = [await makeProduct(system(), user), await makeProduct(system(), user)]
  const attached = (await makeMedia(system(), user)).id
  const waiting = (await submit(user, { model: 'simulator/hang', productId: id })).body.id
  await submit(user, { model, productId: other.id })
  const body = { generatedMediaId: attached }
  await call('POST', `/api/gen/products/${id}/attach`, { key: user.apiKey, body })
  expect(await ids(user, `productId=${id}`)).toEqual([waiting, attached])
  expect(await ids(user, `productId=${id}&status=completed`)).toEqual([attached])
  expect(await ids(user, `productId=${id}&limit=1`)).toEqual([waiting])
})

test('a product of another user gives an empty list, even to an admin who uses it', async () => {
  const { db, createUser, submit } = system()
  const [owner, admin] = [await createUser(), await createUser()]
  await db.row(`update users set role = 'admin' where id = $1`, [admin.id])
  const { id: productId } = await makeProduct(system(), owner)
  const { status } = await submit(admin, { model, productId })
  expect([status, await ids(admin, `productId=${productId}`)]).toEqual([201, []])
})

test('a page holds 20 media by default', async () => {
  const { db, createUser, submit, finished } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model })).body
  await finished(user, id)
  // Rows are copied because the submit limit would make this test take minutes.
  await db.row(
    `insert into media select (jsonb_populate_record(m, jsonb_build_object('id', copy,
       'client_ref_bound', false))).*
     from media m, unnest($2::text[]) copy where m.id = $1`,
    [id, Array.from({ length: 20 }, () => newId('media'))],
  )
  const page = (await list(user, '')).body
  expect([page.media.length, typeof page.nextCursor]).toEqual([20, 'string'])
  expect((await list(user, 'limit=100')).body.media).toHaveLength(21)
})

test.each([
  'limit=0',
  'limit=101',
  'limit=ten',
  'cursor=nonsense',
  'status=done',
  'type=sound',
  'mediaType=sound',
  `ids=${'a,'.repeat(20)}a`,
])('the query %s is answered 400 with the parameter named', async (query) => {
  const { status, body } = await list(await system().createUser(), query)
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
})
