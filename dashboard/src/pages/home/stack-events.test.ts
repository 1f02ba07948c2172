import type { Media } from '@atelier/contract'
import { expect, test } from 'vitest'
import { rowEvents, stackEvents } from './stack-events.ts'

const since = new Date('2026-11-17T00:00:00Z')
const now = new Date('2026-11-17T10:00:00Z')
const WIDTH = 1_000

const medium = (hour: number, status: Media['status'] = 'completed'): Media =>
  ({
    id: `med_${hour}_${status}`,
    status,
    waiting: status === 'queued' || status === 'processing',
    mediaType: 'IMAGE',
    orientation: 'square',
    createdAt: new Date(since.getTime() + hour * 3_600_000).toISOString(),
  }) as Media

test('results stand at their hour', () => {
  const events = stackEvents([medium(5), medium(2)], { since, now }, WIDTH)
  expect(events.map(({ left, count }) => [left, count])).toEqual([
    [200, 1],
    [500, 1],
  ])
})

test('results that are nearer than their width are one stack with a count', () => {
  const events = stackEvents([medium(5), medium(5.1), medium(5.2), medium(8)], { since, now }, WIDTH)
  expect(events.map(({ count }) => count)).toEqual([3, 1])
})

test('a failure is never hidden in a stack of results, and stands beside them', () => {
  const [result, failure] = stackEvents([medium(5), medium(5.01, 'failed')], { since, now }, WIDTH)
  expect([result?.count, failure?.count]).toEqual([1, 1])
  expect((failure?.left ?? 0) - (result?.left ?? 0)).toBeGreaterThan(45)
})

test('a crowd at the now line keeps its order and its distances', () => {
  const crowd = [
    medium(9.9),
    medium(9.95, 'failed'),
    medium(9.96),
    medium(9.99, 'stalled'),
    medium(9, 'queued'),
  ]
  const events = stackEvents(crowd, { since, now }, WIDTH)
  expect(events).toHaveLength(4)
  for (const [at, event] of events.entries()) {
    const before = events[at - 1]
    if (before) expect(event.left - before.left).toBeGreaterThan(38)
  }
  expect(events.at(-1)?.left).toBeLessThan(WIDTH)
})

test('an open job stands at the now line, wherever it began', () => {
  const [open] = stackEvents([medium(1, 'processing')], { since, now }, WIDTH)
  expect(open?.left).toBeGreaterThan(WIDTH - 60)
})

test('nothing leaves the lane', () => {
  const all = [0, 0.01, 9.99, 10].map((hour) => medium(hour))
  for (const { left } of stackEvents(all, { since, now }, WIDTH)) {
    expect(left).toBeGreaterThanOrEqual(28)
    expect(left).toBeLessThanOrEqual(WIDTH)
  }
})

test('on the phone nothing is stacked: the newest twelve, and open jobs after them', () => {
  const media = [medium(1, 'queued'), ...Array.from({ length: 14 }, (_, at) => medium(9 - at / 100))]
  const events = rowEvents(media)
  expect(events.map(({ count }) => count)).toEqual(Array.from({ length: 12 }, () => 1))
  expect(events.map(({ medium: { id } }) => id).slice(-2)).toEqual(['med_9_completed', 'med_1_queued'])
})
