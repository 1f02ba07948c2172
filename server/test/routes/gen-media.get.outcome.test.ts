import { MediaList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids/index.ts'
import type { Person } from '../house.ts'
import { useSharedHouse } from '../shared-house.ts'
import { makeProduct } from './make-album.ts'
import { makeMedia } from './make-order.ts'

const house = useSharedHouse()
const model = 'simulator/fail'

const list = (who: Person, query: string) =>
  house().call('GET', `/api/gen/media?${query}`, { key: who.apiKey })
const ids = async (who: Person, query: string): Promise<string[]> =>
  (await list(who, query)).body.media.map(({ id }: { id: string }) => id)

test('pages go from the newest to the oldest, each media once and whole', async () => {
  const { person, submit, finished, poll } = house()
  const who = await person()
  const made: string[] = []
  for (let i = 0; i < 7; i++) made.push((await submit(who, { model })).body.id)
  for (const id of made) await finished(who, id)
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await list(who, `limit=3${cursor && `&cursor=${cursor}`}`)
    const page = MediaList.strict().parse(body)
    for (const media of page.media) expect(media).toEqual(await poll(who, media.id))
    pages.push(page.media.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
  expect(pages.flat()).toEqual(made.toReversed())
})

test('filters combine, siblings are listed, and what is not there gives an empty list', async () => {
  const { call, person, submit, finished } = house()
  const who = await person()
  const made = (await makeMedia(house(), who, { clientRef: 'mine', n: 2 })).id
  const failed = (await submit(who, { model })).body.id
  const order = { prompt: 'a mug', model, clientRef: 'mine' }
  const video = (await call('POST', '/api/gen/video', { key: who.apiKey, body: order })).body.id
  await Promise.all([finished(who, failed), finished(who, video)])
  expect(await ids(who, 'status=failed')).toEqual([video, failed])
  expect(await ids(who, 'clientRef=mine')).toEqual([video, made])
  expect(await ids(who, 'clientRef=mine&type=image')).toEqual([made])
  expect(await ids(who, 'type=IMAGE&status=completed')).toHaveLength(2)
  expect(await ids(who, 'type=Video')).toEqual([video])
  expect(await ids(who, 'mediaType=video')).toEqual([video])
  expect(await ids(who, `ids=${made},${failed},med_${'0'.repeat(22)},nonsense`)).toEqual([failed, made])
  expect(await ids(who, `ids=${made}&status=failed`)).toEqual([])
  expect(await ids(who, 'status=stalled')).toEqual([])
})

test('productId finds what was made for the product, and what was attached to it', async () => {
  const { call, person, submit } = house()
  const who = await person()
  const [{ id }, other] = [await makeProduct(house(), who), await makeProduct(house(), who)]
  const attached = (await makeMedia(house(), who)).id
  const waiting = (await submit(who, { model: 'simulator/hang', productId: id })).body.id
  await submit(who, { model, productId: other.id })
  const body = { generatedMediaId: attached }
  await call('POST', `/api/gen/products/${id}/attach`, { key: who.apiKey, body })
  expect(await ids(who, `productId=${id}`)).toEqual([waiting, attached])
  expect(await ids(who, `productId=${id}&status=completed`)).toEqual([attached])
  expect(await ids(who, `productId=${id}&limit=1`)).toEqual([waiting])
})

test('a product of somebody else gives an empty list, also to an admin who uses it', async () => {
  const { db, person, submit } = house()
  const [owner, admin] = [await person(), await person()]
  await db.row(`update users set role = 'admin' where id = $1`, [admin.id])
  const { id: productId } = await makeProduct(house(), owner)
  const { status } = await submit(admin, { model, productId })
  expect([status, await ids(admin, `productId=${productId}`)]).toEqual([201, []])
})

test('a page holds 20 unless asked otherwise', async () => {
  const { db, person, submit, finished } = house()
  const who = await person()
  const { id } = (await submit(who, { model })).body
  await finished(who, id)
  // The limit of submits would make this test last minutes.
  await db.row(
    `insert into media select (jsonb_populate_record(m, jsonb_build_object('id', copy,
       'client_ref_bound', false))).*
     from media m, unnest($2::text[]) copy where m.id = $1`,
    [id, Array.from({ length: 20 }, () => newId('media'))],
  )
  const page = (await list(who, '')).body
  expect([page.media.length, typeof page.nextCursor]).toEqual([20, 'string'])
  expect((await list(who, 'limit=100')).body.media).toHaveLength(21)
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
])('the query %s is 400 and named', async (query) => {
  const { status, body } = await list(await house().person(), query)
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
})
