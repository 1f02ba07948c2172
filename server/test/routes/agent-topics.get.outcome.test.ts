import { TopicList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { createTopic } from '../../src/catalog/ceps/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('pages list each topic once, newest first', async () => {
  const { call, db, createUser } = system()
  const user = await createUser()
  const made: string[] = []
  for (let i = 0; i < 5; i++)
    made.push((await createTopic(db, ownerOf(user.id, 'live'), { name: `topic ${i}` })).topic.id)
  // Two topics of the same millisecond are ordered by id.
  await db.row(`update topics set created_at = (select created_at from topics where id = $1) where id = $2`, [
    made[2],
    made[3],
  ])
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await call('GET', `/api/agent/topics?limit=2${cursor && `&cursor=${cursor}`}`, {
      key: user.apiKey,
    })
    const { topics, nextCursor } = TopicList.parse(page.body)
    pages.push(topics.map(({ id }) => id))
    cursor = nextCursor
  }
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  const listed = pages.flat()
  expect([listed[0], listed[4]]).toEqual([made[4], made[0]])
  expect(new Set(listed)).toEqual(new Set(made))
})

test('a live key does not see what a test key created', async () => {
  const { call, db, createUser } = system()
  const user = await createUser()
  await createTopic(db, ownerOf(user.id, 'test'), { name: 'test key' })
  expect((await call('GET', '/api/agent/topics', { key: user.apiKey })).body.topics).toEqual([])
})

test.each(['limit=0', 'limit=101', 'limit=ten', 'cursor=nonsense'])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const { call, createUser } = system()
    const { status, body } = await call('GET', `/api/agent/topics?${query}`, {
      key: (await createUser()).apiKey,
    })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)
