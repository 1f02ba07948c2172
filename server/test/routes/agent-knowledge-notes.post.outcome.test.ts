import { NOTE_CHARACTERS, NoteAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const write = async (body: Record<string, unknown>) => {
  const { headers } = await openSession(system().db)
  return system().call('POST', '/api/agent/knowledge/notes', { headers, body })
}

test('an owner note needs no review', async () => {
  const { status, body } = await write({ text: ' Close-ups of\u200b hands work in winter ' })
  expect(status).toBe(201)
  const { note } = NoteAnswer.parse(body)
  expect(note).toMatchObject({
    text: 'Close-ups of hands work in winter',
    evidence: 'owner_note',
    review: 'accepted',
    pinned: false,
    source: 'owner',
  })
})

test('a note keeps its keywords, cleaned and each once', async () => {
  const keywords = [' cold season ', 'Nah\u200baufnahme', 'Nahaufnahme']
  const { status, body } = await write({ text: 'Close-ups of hands work in winter', keywords })
  expect([status, NoteAnswer.parse(body).note.keywords]).toEqual([201, ['cold season', 'Nahaufnahme']])
  const without = await write({ text: 'Close-ups of hands work in winter' })
  expect(without.body.note.keywords).toEqual([])
})

test.each(['', '   ', '\u200b', 'x'.repeat(NOTE_CHARACTERS + 1), 7, undefined])(
  'the text %j is answered 400 with the field named',
  async (text) => {
    const { status, body } = await write({ text })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'text'])
  },
)
