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
  steps_per_second: 5,
  open_videos: 0,
  finished_per_second: 0,
  videos_per_second: 0,
}
const minute: Window = { kind: 'image', ms: 60_000, openColumn: 'open_image' }
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

const video: Window = { kind: 'video', ms: 120_000, openColumn: 'open_video' }

test('many open jobs are refused only when it is known that the workers cannot finish them', () => {
  const many = { open_image: 1_000, open_video: 1_000 }
  expect(judge(many)).toBeUndefined()
  // 50 s of work, and 42 s of the window may be used: 8 s too much.
  expect(judge({ ...many, finished_per_second: 20 })).toMatchObject({ retryAfterSeconds: 8 })
  expect(judge({ ...many, open_image: 800, finished_per_second: 20 })).toBeUndefined()
  expect(judge({ ...many, finished_per_second: 20 }, 20, video)).toBeUndefined()
})

test('a worker that does not know its rate yet is taken for an average one', () => {
  const some = { ...quiet, open_image: 1_500, finished_per_second: 20 }
  const judgeAll = (...pulses: Pulse[]) => judgeLoad(pulses, calm, minute)
  expect(judgeAll(some)).toMatchObject({ retryAfterSeconds: 33 })
  expect(judgeAll({ ...some, finished_per_second: 0 }, some)).toBeUndefined()
  expect(judgeAll({ ...some, open_image: 2_000 }, quiet)).toMatchObject({ retryAfterSeconds: 8 })
  // One that gets no work adds nothing.
  const idle = { ...quiet, begun_per_second: 0 }
  expect(judgeAll({ ...some, open_image: 1_000 }, idle)).toMatchObject({ retryAfterSeconds: 8 })
})

test('videos are refused by their own rate, images are not', () => {
  // 100 s of work, and 84 s of the window may be used.
  const many = { open_videos: 200, videos_per_second: 2 }
  expect(judge(many, 20, video)).toMatchObject({ retryAfterSeconds: 16 })
  expect(judge(many)).toBeUndefined()
  expect(judge({ ...many, open_videos: 160 }, 20, video)).toBeUndefined()
  expect(judge({ ...many, videos_per_second: 0 }, 20, video)).toBeUndefined()
})

test('few open jobs are accepted by the slowest worker', () => {
  expect(judge({ open_image: 59, finished_per_second: 0.1 })).toBeUndefined()
  expect(judge({ open_image: 60, finished_per_second: 0.1 })).toBeDefined()
  expect(judge({ open_videos: 19, videos_per_second: 0.1 }, 20, video)).toBeUndefined()
})

test('while all workers are started again, jobs that wait are judged by how fast they were', () => {
  const silent = { age_ms: 8_000, begun_per_second: 20 }
  expect(judge({ ...silent, not_begun: 50 })).toBeUndefined()
  expect(judge({ ...silent, not_begun: 100 })).toMatchObject({ retryAfterSeconds: 2 })
  expect(judge({ ...silent, open_image: 1_000, finished_per_second: 20 })).toMatchObject({
    retryAfterSeconds: 8,
  })
  // Idle before: nothing is known of them.
  expect(judge({ ...silent, begun_per_second: 0, not_begun: 100 })).toBeUndefined()
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
