import { type Note, NoteAnswer, type ReviewAction, SearchPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey, ownerOf } from '../../src/access/identity/index.ts'
import { addAgentNote, listNotes, writeNote } from '../../src/learning/notes/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

/** A user with a dashboard session and one note, written by an agent or by the owner. */
async function setUp(writer: 'agent' | 'owner') {
  const { db, call } = system()
  const visitor = await openSession(db)
  const owner = ownerOf(visitor.id, 'live')
  const { key, secret } = await createKey(db, visitor.id, { name: 'night agent' })
  const text = 'Warm light sold more mugs'
  if (writer === 'owner') await writeNote(db, owner, { text })
  else {
    const note = { text, sourceId: key.id, source: key.name, reportId: newId('report') }
    await db.transaction((tx) => addAgentNote(tx, owner, note))
  }
  const { notes } = await listNotes(db, owner, { limit: 20 })
  const { id } = notes[0] as Note
  const review = async (action: ReviewAction) => {
    const path = `/api/agent/knowledge/notes/${id}/review`
    const { status, body } = await call('POST', path, { headers: visitor.headers, body: { action } })
    expect(status).toBe(200)
    return NoteAnswer.parse(body).note
  }
  const search = async () => {
    const path = '/api/agent/knowledge/search?q=warm%20light'
    return SearchPage.parse((await call('GET', path, { key: secret })).body).hits
  }
  return { id, review, search }
}

test('an accepted agent note counts as an owner note, and as a claim again after undo', async () => {
  const { id, review, search } = await setUp('agent')
  const [before] = await search()
  expect(before).toMatchObject({ id, kind: 'claim', evidence: 'claimed' })

  expect(await review('accept')).toMatchObject({ evidence: 'owner_note', review: 'accepted' })
  const [accepted] = await search()
  expect(accepted).toMatchObject({ id, evidence: 'owner_note' })
  // The evidence part rises from 0.6 x 0.5 to 0.6 and has a weight of 0.15.
  expect((accepted?.score ?? 0) - (before?.score ?? 0)).toBeCloseTo(0.045, 5)

  expect(await review('undo')).toMatchObject({ evidence: 'claimed', review: 'pending' })
  expect(await search()).toEqual([before])
})

test('a rejected note is not found, and is found as before after undo', async () => {
  const { review, search } = await setUp('agent')
  const before = await search()
  expect(await review('reject')).toMatchObject({ evidence: 'claimed', review: 'rejected' })
  expect(await search()).toEqual([])
  await review('undo')
  expect(await search()).toEqual(before)
})

test('undo accepts a rejected owner note again', async () => {
  const { review, search } = await setUp('owner')
  const before = await search()
  expect(before).toMatchObject([{ kind: 'note', evidence: 'owner_note' }])
  expect(await review('reject')).toMatchObject({ evidence: 'owner_note', review: 'rejected' })
  expect(await search()).toEqual([])
  expect(await review('undo')).toMatchObject({ review: 'accepted' })
  expect(await search()).toEqual(before)
})

test('a pinned note does not lose recency', async () => {
  const { id, review, search } = await setUp('owner')
  await system().db.row(
    `update memory_notes set created_at = created_at - interval '91 days' where id = $1`,
    [id],
  )
  const [old] = await search()
  expect(old?.age).toBe(90)
  expect(await review('pin')).toMatchObject({ pinned: true })
  const [pinned] = await search()
  // After two half-lives a quarter of the recency is left; recency has a weight of 0.25.
  expect((pinned?.score ?? 0) - (old?.score ?? 0)).toBeCloseTo(0.25 * 0.75, 5)
  expect(pinned?.why).toMatch(/pinned/)
  expect(await review('unpin')).toMatchObject({ pinned: false })
  expect(await search()).toEqual([old])
})

test.each([{}, { action: 'delete' }, { action: null }])(
  'the body %j is answered 400 with the field named',
  async (body) => {
    const { db, call } = system()
    const { headers } = await openSession(db)
    const path = `/api/agent/knowledge/notes/${newId('note')}/review`
    const answer = await call('POST', path, { headers, body })
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_request', 'action'])
  },
)
