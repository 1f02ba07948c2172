import type { Change, OwnedMedia } from '@atelier/contract'
import { expect, test } from 'vitest'
import { movedSince } from './changes.ts'
import { mergeMedia } from './merge-changes.ts'

const medium = (id: string, more: Partial<OwnedMedia> = {}) =>
  ({ id, status: 'processing', progress: 10, waiting: true, ...more }) as OwnedMedia
const change = (id: string, more: Partial<Change> = {}): Change => ({
  id,
  status: 'processing',
  progress: 10,
  removed: false,
  erased: false,
  ...more,
})

test('progress is written where the medium stands, and nothing else is read', () => {
  const held = [medium('a'), medium('b')]
  const merged = mergeMedia(held, { changes: [change('b', { progress: 60 })], media: [] })
  expect(merged.map(({ id, progress }) => [id, progress])).toEqual([
    ['a', 10],
    ['b', 60],
  ])
  expect(movedSince([change('b')], [change('b', { progress: 60 })])).toEqual([])
})

test('the same change twice leaves the same list', () => {
  const held = [medium('a')]
  expect(mergeMedia(held, { changes: [change('a')], media: [] })).toBe(held)
  const done = medium('a', { status: 'completed', waiting: false, progress: 100 })
  const news = { changes: [change('a', { status: 'completed', progress: 100 })], media: [done] }
  const once = mergeMedia(held, news)
  expect(mergeMedia(once, news)).toEqual(once)
  expect(once).toHaveLength(1)
})

test('an ended job keeps its last state until its own read tells the rest', () => {
  const held = [medium('a')]
  const ended = change('a', { status: 'failed', progress: null })
  expect(mergeMedia(held, { changes: [ended], media: [] })).toBe(held)
  expect(movedSince([change('a')], [ended])).toEqual([ended])
})

test('what was erased leaves the list, and a removed file is a move', () => {
  const held = [medium('a'), medium('b')]
  const erased = change('a', { status: 'completed', erased: true })
  expect(mergeMedia(held, { changes: [erased], media: [] }).map(({ id }) => id)).toEqual(['b'])
  const done = change('b', { status: 'completed' })
  expect(movedSince([done], [{ ...done, removed: true }])).toHaveLength(1)
})

test('a job that is new to the page is a move', () => {
  expect(movedSince([], [change('a')])).toHaveLength(1)
})
