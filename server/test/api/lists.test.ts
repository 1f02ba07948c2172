import type { Media } from '@atelier/contract'
import { expect, test } from 'vitest'
import { type Person, useHouse } from '../house.ts'

const house = useHouse({}, (app) => {
  app.config.rateLimits.submits = 1_000
})

async function pages(who: Person, path: string, name: string): Promise<{ id: string }[][]> {
  const all: { id: string }[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor && `&cursor=${cursor}`
    const { body } = await house().call('GET', path + next, { key: who.apiKey })
    all.push(body[name])
    cursor = body.nextCursor
  }
  return all
}

test('pages go from the newest to the oldest, each media once', async () => {
  const { person, submit, finished } = house()
  const who = await person()
  const ids: string[] = []
  for (let i = 0; i < 7; i++) ids.push((await submit(who)).body.id)
  for (const id of ids) await finished(who, id)
  const listed = await pages(who, '/api/gen/media?limit=3', 'media')
  expect(listed.map((page) => page.length)).toEqual([3, 3, 1])
  expect(listed.flat().map((media) => media.id)).toEqual(ids.toReversed())
})

test('filters combine, and what is not there gives an empty list', async () => {
  const { call, person, submit, finished } = house()
  const who = await person()
  const made = (await submit(who, { clientRef: 'mine', n: 2 })).body.id
  const failed = (await submit(who, { model: 'simulator/fail' })).body.id
  await Promise.all([finished(who, made), finished(who, failed)])
  const ids = async (query: string): Promise<string[]> => {
    const { body } = await call('GET', `/api/gen/media?${query}`, { key: who.apiKey })
    return body.media.map((media: Media) => media.id)
  }
  expect(await ids('status=failed')).toEqual([failed])
  expect(await ids('clientRef=mine')).toEqual([made])
  expect(await ids('type=IMAGE&status=completed')).toHaveLength(2)
  expect(await ids('type=video')).toEqual([])
  expect(await ids(`ids=${made},${failed},med_${'0'.repeat(22)},nonsense`)).toEqual([failed, made])
  expect(await ids(`ids=${made}&status=failed`)).toEqual([])
  expect(await ids(`productId=prd_${'0'.repeat(22)}`)).toEqual([])
})

test('the image list says imageUrl, never videoUrl', async () => {
  const { call, person, submit, finished } = house()
  const who = await person()
  const media = await finished(who, (await submit(who)).body.id)
  const { body } = await call('GET', '/api/gen/image', { key: who.apiKey })
  expect(body.images).toMatchObject([{ id: media.id, imageUrl: media.videoUrl }])
  expect(body.images[0]).not.toHaveProperty('videoUrl')
})

test.each([
  'limit=0',
  'limit=101',
  'limit=ten',
  'cursor=nonsense',
  'status=done',
  'type=sound',
  `ids=${'a,'.repeat(20)}a`,
])('the query %s is 400 and named', async (query) => {
  const { call, person } = house()
  const { status, body } = await call('GET', `/api/gen/media?${query}`, { key: (await person()).apiKey })
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
})

test('credits page newest first by place in the chain, and the chain verifies itself', async () => {
  const { call, person, submit } = house()
  const who = await person()
  for (let i = 0; i < 4; i++) await submit(who)
  const listed = await pages(who, '/api/gen/credits?limit=2', 'transactions')
  expect(listed.map((page) => page.length)).toEqual([2, 2, 1])
  const { body } = await call('GET', '/api/gen/credits/verify', { key: who.apiKey })
  expect(body).toMatchObject({ valid: true, checked: 5, brokenAt: null })
})
