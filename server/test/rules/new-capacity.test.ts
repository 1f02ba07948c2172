import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newCapacity } from '../../src/production/admission/new-capacity.ts'
import { newCounter } from '../../src/production/admission/new-counter.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

type Seconds = { seconds: number; perSecond: number; isBusy: boolean }

function newWork(last = 0) {
  const counter = newCounter()
  const capacity = newCapacity(counter.perSecond, last)
  return ({ seconds, perSecond, isBusy }: Seconds): number => {
    for (let second = 0; second < seconds; second++) {
      for (let i = 0; i < perSecond; i++) counter.count()
      vi.advanceTimersByTime(1_000)
      capacity.sample(isBusy)
    }
    return capacity.capacity() ?? 0
  }
}

test('nothing is known before it was once at its limit', () => {
  const work = newWork()
  expect(work({ seconds: 60, perSecond: 20, isBusy: false })).toBe(0)
  expect(work({ seconds: 5, perSecond: 20, isBusy: true })).toBeCloseTo(20, 0)
})

test('what was possible is remembered while there is little to do, for a while', () => {
  const work = newWork()
  work({ seconds: 30, perSecond: 20, isBusy: true })
  expect(work({ seconds: 600, perSecond: 1, isBusy: false })).toBeCloseTo(20, 0)
  expect(work({ seconds: 400, perSecond: 1, isBusy: false })).toBe(0)
})

test('a pause changes little, a machine that became slower is noticed, a faster one at once', () => {
  const work = newWork(20)
  expect(work({ seconds: 10, perSecond: 0, isBusy: true })).toBeGreaterThan(16)
  expect(work({ seconds: 180, perSecond: 5, isBusy: true })).toBeLessThan(7)
  expect(work({ seconds: 30, perSecond: 40, isBusy: false })).toBeGreaterThan(35)
})
