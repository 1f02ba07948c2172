import { NoteList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { addAgentNote, reviewNote, writeNote } from '../../src/learning/notes/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const list = (key: string, query = '') => system().call('GET', `/api/agent/knowledge/notes${query}`, { key })

test('pages list each note once, newest first, including rejected ones', async () => {
  const { db, createUser } = system()
  const user = await createUser()
  const owner = ownerOf(user.id, 'live')
  const made: string[] = []
  for (const text of ['one', 'two', 'three']) made.unshift((await writeNote(db, owner, { text })).note.id)
  await reviewNote(db, owner, made[1] ?? '', 'reject')

  const first = NoteList.parse((await list(user.apiKey, '?limit=2')).body)
  const second = NoteList.parse((await list(user.apiKey, `?limit=2&cursor=${first.nextCursor}`)).body)
  expect([...first.notes, ...second.notes].map(({ id }) => id)).toEqual(made)
  expect(first.notes[1]?.review).toBe('rejected')
  expect(second.nextCursor).toBeNull()
})

test('an agent note is listed as a claim with a pending review', async () => {
  const { db, createUser } = system()
  const user = await createUser()
  const note = { text: 'worked well', sourceId: user.keyId, source: 'night agent', reportId: newId('report') }
  await db.transaction((tx) => addAgentNote(tx, ownerOf(user.id, 'live'), note))
  const { notes } = NoteList.parse((await list(user.apiKey)).body)
  expect(notes).toMatchObject([
    { text: 'worked well', evidence: 'claimed', review: 'pending', pinned: false, source: 'night agent' },
  ])
})

test('notes of test keys and of other users are not listed', async () => {
  const { db, createUser } = system()
  const [user, other] = [await createUser(), await createUser()]
  await writeNote(db, ownerOf(user.id, 'test'), { text: 'made by a test key' })
  await writeNote(db, ownerOf(other.id, 'live'), { text: 'theirs' })
  expect((await list(user.apiKey)).body).toEqual({ notes: [], nextCursor: null })
})

test.each(['limit=0', 'limit=101', 'cursor=nonsense'])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const { status, body } = await list((await system().createUser()).apiKey, `?${query}`)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)
