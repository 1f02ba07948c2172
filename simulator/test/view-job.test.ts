import { expect, test } from 'vitest'
import { endsAt, type Job, viewJob } from '../src/view-job.ts'

const job = {
  kind: 'image',
  id: 'sim_1',
  number: 1,
  model: 'simulator/ok',
  prompt: 'A blue teapot',
  size: '3:2',
  n: 2,
  reference: 'r-1',
  references: [],
  seed: 1,
  longSidePixels: 96,
  acceptedAt: 10_000,
  durationMs: 1000,
} satisfies Job

function viewAtAge(age: number, change: { durationMs?: number } = {}) {
  const { status, progress, files } = viewJob({ ...job, ...change }, job.acceptedAt + age, 'http://here')
  return [status, progress, files.length]
}

test('a job is queued for a tenth of its time, runs with rising progress and ends on the millisecond', () => {
  expect(viewAtAge(0)).toEqual(['queued', 0, 0])
  expect(viewAtAge(99)).toEqual(['queued', 0, 0])
  expect(viewAtAge(100)).toEqual(['running', 10, 0])
  expect(viewAtAge(999)).toEqual(['running', 99, 0])
  expect(viewAtAge(1000)).toEqual(['succeeded', 100, 2])
  expect(endsAt(job)).toBe(11_000)
})

test('a job is queued for at most 300 ms', () => {
  expect(viewAtAge(299, { durationMs: 60_000 })).toEqual(['queued', 0, 0])
  expect(viewAtAge(300, { durationMs: 60_000 })).toEqual(['running', 0, 0])
})

test('a job is queued again when the clock was set back', () => {
  expect(viewAtAge(-5000)).toEqual(['queued', 0, 0])
})

test('a job without duration runs forever', () => {
  const { durationMs, ...endless } = job
  expect(durationMs).toBe(1000)
  const view = viewJob({ ...endless, model: 'simulator/hang' }, job.acceptedAt + 1e12, 'http://here')
  expect(view).toMatchObject({ status: 'running', progress: 42 })
  expect(endsAt(endless)).toBeUndefined()
})
