import { exampleId, ReviewedNotes } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { addAgentNote, reviewNote, writeNote } from '../../src/learning/notes/index.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('notes are listed by their review, and each review is counted', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const owner = ownerOf(id, 'live')
  for (const text of ['one', 'two', 'three']) {
    const note = { text, sourceId: exampleId('key'), source: 'agent', reportId: exampleId('report') }
    await db.transaction((tx) => addAgentNote(tx, owner, note))
  }
  const { note } = await writeNote(db, owner, { text: 'mine' })
  const read = async (query = '', mode = 'live') =>
    ReviewedNotes.strict().parse((await call('GET', `/api/owner/${mode}/notes${query}`, { headers })).body)
  const { notes, counts } = await read('?review=pending')
  expect(notes.map(({ text }) => text)).toEqual(['three', 'two', 'one'])
  expect(counts).toEqual({ pending: 3, accepted: 1, rejected: 0 })
  await reviewNote(db, owner, notes[0]?.id ?? '', 'reject')
  const first = await read('?review=pending&limit=1')
  expect(first.notes).toMatchObject([{ text: 'two' }])
  expect((await read(`?review=pending&cursor=${first.nextCursor}`)).notes).toMatchObject([{ text: 'one' }])
  expect((await read('?review=accepted')).notes).toEqual([note])
  expect((await read()).notes).toHaveLength(4)
  expect((await read('?review=rejected')).counts).toEqual({ pending: 2, accepted: 1, rejected: 1 })
  expect((await read('', 'test')).counts).toEqual({ pending: 0, accepted: 0, rejected: 0 })
})

test('an unknown review is answered 400', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  expect((await call('GET', '/api/owner/live/notes?review=read', { headers })).status).toBe(400)
})
