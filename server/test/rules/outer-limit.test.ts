import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newOuterLimit } from '../../src/access/limits/new-outer-limit.ts'
import { Refusal } from '../../src/platform/refusal/index.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const newLimit = (limit: number) => newOuterLimit(limit, (most) => `More than ${most}.`)

function refusalOf(take: () => void): Refusal | undefined {
  try {
    take()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

test('beyond the limit a name is refused until the first request has left the minute', () => {
  const limit = newLimit(3)
  limit.take('one')
  vi.advanceTimersByTime(10_000)
  limit.take('one', 2)
  const refusal = refusalOf(() => limit.take('one'))
  expect(refusal).toMatchObject({ code: 'rate_limited', status: 429, extra: { retryAfterSeconds: 50 } })
  expect(refusal?.headers['retry-after']).toBe('50')
  limit.take('another')
  vi.advanceTimersByTime(50_000)
  limit.take('one')
  // Two more need both of the second request to leave.
  expect(refusalOf(() => limit.take('one', 2))?.extra.retryAfterSeconds).toBe(10)
})

test('what was given back does not count', () => {
  const limit = newLimit(2)
  for (let index = 0; index < 10; index++) {
    limit.take('one')
    limit.giveBack('one')
  }
  limit.take('one', 2)
  expect(refusalOf(() => limit.take('one'))).toBeDefined()
})
