import { expect, test } from 'vitest'
import { judgeLoad, type Window } from '../../src/production/admission/judge-load.ts'
import type { Pulse } from '../../src/production/admission/pulse.ts'

const quiet: Pulse = {
  age_ms: 500,
  engine_down_ms: 0,
  free_bytes: 10e9,
  open_image: 5,
  open_video: 5,
  open_image_test: 0,
  open_video_test: 0,
  not_begun: 0,
  late: 0,
  begun_per_second: 1,
  finished_per_second: 1,
  steps_per_second: 5,
  is_saturated: false,
}
const minute: Window = { ms: 60_000, openColumn: 'open_image' }
const calm = { loopDelayMs: 20, starting: 0 }
const judge = (change: Partial<Pulse>, loopDelayMs = 20, window = minute) =>
  judgeLoad([{ ...quiet, ...change }], { loopDelayMs, starting: 0 }, window)

test('a quiet service and one without any worker yet accept every job', () => {
  expect(judge({})).toBeUndefined()
  expect(judgeLoad([], calm, minute)).toBeUndefined()
})

test('a missing engine or worker is tolerated for a minute', () => {
  expect(judge({ engine_down_ms: 59_000 })).toBeUndefined()
  expect(judge({ engine_down_ms: 60_000 })).toMatchObject({ retryAfterSeconds: 10 })
  expect(judge({ age_ms: 59_000 })).toBeUndefined()
  expect(judge({ age_ms: 61_000 })).toMatchObject({ reason: 'no worker is running' })
  const healthy = { ...quiet, age_ms: 900 }
  expect(judgeLoad([{ ...quiet, engine_down_ms: 90_000 }, healthy], calm, minute)).toBeUndefined()
})

test('many open jobs are refused only when the workers are at their limit', () => {
  const many = { open_image: 1_000, open_video: 1_000, finished_per_second: 20 }
  expect(judge(many)).toBeUndefined()
  // 50 s of work, and 42 s of the window may be used: 8 s too much.
  expect(judge({ ...many, is_saturated: true })).toMatchObject({ retryAfterSeconds: 8 })
  expect(judge({ ...many, open_image: 800, is_saturated: true })).toBeUndefined()
  const video: Window = { ms: 120_000, openColumn: 'open_video' }
  expect(judge({ ...many, is_saturated: true }, 20, video)).toBeUndefined()
  expect(judge({ ...many, finished_per_second: 0, is_saturated: true })).toBeUndefined()
})

test('few open jobs are accepted by the slowest worker', () => {
  expect(judge({ open_image: 59, finished_per_second: 0.1, is_saturated: true })).toBeUndefined()
})

test('jobs that wait for their first step are refused by their predicted wait', () => {
  expect(judge({ not_begun: 19, begun_per_second: 0.1 })).toBeUndefined()
  expect(judge({ not_begun: 50, begun_per_second: 20 })).toBeUndefined()
  expect(judge({ not_begun: 100, begun_per_second: 20 })).toMatchObject({ retryAfterSeconds: 2 })
  expect(judge({ not_begun: 100, begun_per_second: 0 })).toMatchObject({ retryAfterSeconds: 60 })
  expect(judge({ not_begun: 160, begun_per_second: 20 }, 20, { ...minute, ms: 900_000 })).toBeUndefined()
})

test('a full disk and an api that cannot follow refuse', () => {
  expect(judge({ free_bytes: 1e6 })).toMatchObject({ retryAfterSeconds: 30 })
  expect(judge({}, 1_500)).toMatchObject({ retryAfterSeconds: 2 })
  expect(judgeLoad([quiet], { ...calm, starting: 100 }, minute)).toMatchObject({ retryAfterSeconds: 2 })
})
