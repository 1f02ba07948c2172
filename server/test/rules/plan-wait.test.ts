import { describe, expect, test } from 'vitest'
import { usualTimes } from '../../src/platform/providers/index.ts'
import { retryMs } from '../../src/production/timing/index.ts'
import { planWait } from '../../src/production/timing/plan-wait.ts'

const WINDOW_MS = 900_000
const callsBack = { soonestMs: 20_000, latestMs: 40_000, callsBack: true }
const silent = { ...callsBack, callsBack: false }

describe('without jitter', () => {
  const next = (renderingMs: number, known?: typeof callsBack, leftMs = WINDOW_MS) =>
    planWait({ renderingMs, leftMs, known }, 0).checkMs

  test('of an unknown model, an older job is checked less often', () => {
    expect([0, 10_000, 20_000, 500_000].map((ms) => next(ms))).toEqual([10_000, 10_000, 20_000, 60_000])
  })

  test('of a model that calls back, a job is checked when every callback should have come', () => {
    expect([0, 30_000, 50_000, 100_000].map((ms) => next(ms, callsBack))).toEqual([
      50_000, 30_000, 50_000, 60_000,
    ])
  })

  test('of a model that does not, checks begin with the fastest jobs, each a tenth later', () => {
    expect([0, 15_000, 20_000, 50_000].map((ms) => next(ms, silent))).toEqual([20_000, 5_000, 1_500, 4_500])
    expect(next(900_000, silent)).toBe(9_500)
    expect(next(1_000, { ...silent, soonestMs: 100 })).toBe(500)
  })

  test.each([undefined, callsBack, silent])(
    'one comes right before the window closes, one at its end',
    (known) => {
      expect(next(0, known, 4_000)).toBe(3_000)
      expect(next(0, known, 1_000)).toBe(1_000)
      expect(next(0, known, -5)).toBe(20)
    },
  )
})

test('a worker makes the checks that are far away, and the run sleeps until its window closes', () => {
  const plan = (renderingMs: number, leftMs: number, isAsleep = false) =>
    planWait({ renderingMs, leftMs, known: silent, isAsleep }, 0)
  expect(plan(0, 60_000)).toEqual({ checkMs: 20_000, runMs: 59_000, isWatched: true })
  expect(plan(20_000, 60_000)).toEqual({ checkMs: 1_500, runMs: 1_500, isWatched: false })
  // It sleeps already: the worker goes on.
  expect(plan(20_000, 60_000, true)).toEqual({ checkMs: 1_500, runMs: 59_000, isWatched: true })
  // The check right before the end is made by the run.
  expect(plan(0, 15_000)).toEqual({ checkMs: 14_000, runMs: 14_000, isWatched: false })
  expect(plan(20_000, 2_000, true)).toEqual({ checkMs: 1_000, runMs: 1_000, isWatched: false })
})

test('jobs that were accepted together are not checked together', () => {
  const waits = Array.from(
    { length: 50 },
    () => planWait({ renderingMs: 0, leftMs: WINDOW_MS, known: callsBack }).checkMs,
  )
  expect(new Set(waits).size).toBeGreaterThan(25)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(45_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(50_000)
})

test('a provider has its own times, and may want to be asked later', () => {
  const times = { ...usualTimes, firstCheckMs: 30_000, checkFloorMs: 5_000, jitterShare: 0 }
  const next = (renderingMs: number, known?: typeof silent, retryAfterMs?: number) =>
    planWait({ renderingMs, leftMs: WINDOW_MS, known, times, retryAfterMs }).checkMs
  expect(next(0)).toBe(30_000)
  expect(next(20_000, silent)).toBe(5_000)
  expect(next(20_000, silent, 12_000)).toBe(12_000)
  expect(next(20_000, silent, 3_600_000)).toBe(60_000)
  // The end of the window comes first.
  expect(planWait({ renderingMs: 0, leftMs: 4_000, known: silent, times, retryAfterMs: 9_000 }).checkMs).toBe(
    3_000,
  )
})

test('a wait that a provider asks for is whole: the database takes no other', () => {
  expect(retryMs(2_500.4)).toBe(2_501)
  expect(retryMs(0.2, 0)).toBe(1)
  expect([retryMs(undefined), retryMs(1_000.5), retryMs(3_600_000.5)]).toEqual([2_000, 2_000, 60_000])
})
