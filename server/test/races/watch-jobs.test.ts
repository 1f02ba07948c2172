import { expect, test } from 'vitest'
import type { App } from '../../src/platform/app/index.ts'
import { submitOnce } from '../../src/production/jobs/submit-once.ts'
import { watchJobs } from '../../src/production/jobs/watch-jobs.ts'
import { RUN_GRACE_MS } from '../../src/production/timing/timing.ts'
import { useSystem } from '../use-system.ts'

let checked: string[] = []
let isReachable = true

// Nothing listens there: callbacks are lost. The window is long, so the run sleeps for minutes.
const settings = { CALLBACK_URL: 'http://127.0.0.1:9', IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }
const system = useSystem(settings, (app) => {
  const provider = app.providers.findByName('simulator')
  if (!provider) throw new Error('there is no simulator')
  const { check } = provider
  provider.check = async (handle) => {
    checked.push(handle.jobId)
    return isReachable ? check(handle) : { kind: 'unreachable' }
  }
})

type Watched = { job_id: string; check_in_ms: number | null; due_in_ms: number; checked_at: Date | null }

const read = async (app: App, id: string): Promise<Watched> =>
  (await app.db.row<Watched>(
    `select provider_job_id as job_id, checked_at,
       (extract(epoch from check_at - clock_timestamp()) * 1000)::int as check_in_ms,
       (extract(epoch from run_due_at - clock_timestamp()) * 1000)::int as due_in_ms
     from media join provider_submits on media_id = id and state = 'accepted' where id = $1`,
    [id],
  )) as Watched

/** As if the planned check were due in `ms`. */
const makeDue = (app: App, id: string, ms = 0) =>
  app.db.row(
    `update media set check_at = clock_timestamp() + $2 * interval '1 ms',
       run_due_at = least(run_due_at, clock_timestamp() + ($2 + ${RUN_GRACE_MS}) * interval '1 ms')
     where id = $1`,
    [id, ms],
  )

async function submitWaiting(model: string) {
  const { app, createUser, submit } = system()
  const user = await createUser()
  const { body } = await submit(user, { model })
  await expect.poll(async () => (await read(app, body.id))?.check_in_ms).toBeGreaterThan(5_000)
  checked = []
  return { app, user, id: body.id }
}

test('a job that is done without a callback is seen, although its run sleeps', async () => {
  const { app, user, id } = await submitWaiting('simulator/ok')
  await makeDue(app, id)
  expect((await system().finished(user, id, 25_000)).status).toBe('completed')
}, 60_000)

test('a pending job is checked once by all workers together, and its run sleeps on', async () => {
  const { app, id } = await submitWaiting('simulator/slow')
  const before = await read(app, id)
  expect(before.checked_at).toBeNull()
  await makeDue(app, id)
  await Promise.all(Array.from({ length: 8 }, () => watchJobs(app)))
  await expect.poll(async () => (await read(app, id)).checked_at).not.toBeNull()
  const after = await read(app, id)
  expect(checked).toEqual([before.job_id])
  expect(after.check_in_ms).toBeGreaterThan(4_000)
  expect(after.due_in_ms).toBeGreaterThan(after.check_in_ms as number)
}, 60_000)

test('a provider that cannot be reached is asked again soon, which does not count as a check', async () => {
  const { app, user, id } = await submitWaiting('simulator/ok')
  isReachable = false
  try {
    await makeDue(app, id)
    await expect.poll(() => checked.length, { timeout: 5_000 }).toBeGreaterThan(1)
    // While it is asked, the claim of the worker stands there: 10 s.
    await expect.poll(async () => (await read(app, id)).check_in_ms).toBeLessThan(2_000)
    expect((await read(app, id)).checked_at).toBeNull()
  } finally {
    isReachable = true
  }
  expect((await system().finished(user, id, 25_000)).status).toBe('completed')
}, 60_000)

test('a job whose run is in a step of its own is left to it', async () => {
  const { app, user, id } = await submitWaiting('simulator/ok')
  await app.db.row(
    `update media set check_at = clock_timestamp(), run_due_at = clock_timestamp() + interval '60 s'
     where id = $1`,
    [id],
  )
  await watchJobs(app)
  expect(checked).toEqual([])
  await makeDue(app, id)
  expect((await system().finished(user, id, 25_000)).status).toBe('completed')
}, 60_000)

test('a claim that its worker did not finish is taken over', async () => {
  const { app, user, id } = await submitWaiting('simulator/ok')
  // As if a worker had died after it claimed the job.
  await makeDue(app, id, 1_000)
  expect((await system().finished(user, id, 25_000)).status).toBe('completed')
}, 60_000)

test('a run that the engine has lost is started again when its job is done', async () => {
  const { app, createUser, submit, finished } = system()
  const { start, restart } = app.engine
  // The engine never hears of this job; its token is one of a run that ended. The claim is the second one.
  Object.assign(app.engine, { start: async () => 'pending', restart: async () => undefined })
  const user = await createUser()
  const { body } = await submit(user, { model: 'simulator/ok' })
  await submitOnce(app, body.id, 'sign_1jZ3mXaB8kM0BkaEdqBGLwS8Ym3vQmZkRAAAAEQ', false)
  Object.assign(app.engine, { start, restart })
  await app.db.row(`update media set run_due_at = clock_timestamp() where id = $1`, [body.id])
  await makeDue(app, body.id)
  expect((await finished(user, body.id, 25_000)).status).toBe('completed')
}, 60_000)
