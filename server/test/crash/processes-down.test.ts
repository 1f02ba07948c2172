import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../harness/processes/index.ts'
import { migrate } from '../../src/platform/db/index.ts'
import { tick } from '../../src/production/jobs/tick.ts'
import { openSystem, type TestSystem, useSystem } from '../use-system.ts'

describe('with the engine stopped', () => {
  const system = useSystem({ SUBMIT_WAIT_SECONDS: '2', IMAGE_STALL_SECONDS: '60', TICK_SECONDS: '3600' })

  test('a submit is 201 within its wait, and the job completes once the engine is back', async () => {
    const { engine, createUser, submit, poll, finished } = system()
    const user = await createUser()
    await engine.kill9()
    const startedAt = Date.now()
    const { status, body } = await submit(user)
    expect([status, body.status]).toEqual([201, 'processing'])
    expect(Date.now() - startedAt).toBeLessThan(2_500)
    expect(await poll(user, body.id)).toMatchObject({ charged: 'charged' })
    await engine.start()
    // The worker notices within a second, and starts what the engine never heard of.
    expect(await finished(user, body.id)).toMatchObject({ status: 'completed' })
  })

  test('a submit that meets a restart of the engine is sent to the provider within its wait', async () => {
    const { engine, createUser, submit, poll, finished } = system()
    const user = await createUser()
    await engine.kill9()
    const submitted = submit(user, { model: 'simulator/slow' })
    await engine.start()
    const { body } = await submitted
    await expect.poll(async () => (await poll(user, body.id)).status, { timeout: 5_000 }).not.toBe('queued')
    await finished(user, body.id)
  })

  test('a job that was committed and never started is started without the tick', async () => {
    const { app, createUser, submit, finished } = system()
    const user = await createUser()
    const { start } = app.engine
    app.engine.start = async () => 'pending'
    const { body } = await submit(user)
    app.engine.start = start
    // As if the wait of its caller was long over.
    await app.db.row(`update media set run_due_at = clock_timestamp() where id = $1`, [body.id])
    expect(await finished(user, body.id)).toMatchObject({ status: 'completed' })
  })

  test('the tick alone completes a job, and stalls and refunds an overdue one', async () => {
    const { app, engine, createUser, submit, poll } = system()
    const user = await createUser()
    await engine.kill9()
    const [good, stuck] = [
      (await submit(user)).body.id,
      (await submit(user, { model: 'simulator/hang' })).body.id,
    ]
    const makeDue = () =>
      app.db.row(`update media set run_due_at = clock_timestamp() where status in ('queued', 'processing')`)
    await makeDue()
    expect(await tick(app)).toMatchObject({ engine: 'down', restarted: 2 })
    await expect
      .poll(
        async () => {
          await makeDue()
          await tick(app)
          return (await poll(user, good)).status
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBe('completed')
    await app.db.row('alter table media disable trigger media_guard')
    await app.db.row(`update media set deadline_at = clock_timestamp() where id = $1`, [stuck])
    await app.db.row('alter table media enable trigger media_guard')
    expect(await tick(app)).toMatchObject({ engine: 'down', settled: 1 })
    expect(await poll(user, stuck)).toMatchObject({ status: 'stalled', charged: 'refunded' })
    await engine.start()
  })

  test('a wiped engine is noticed without the tick, and every open run is started again', async () => {
    const { engine, createUser, submit, finished } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/slow' })
    await engine.kill9()
    await engine.wipe()
    await engine.start()
    expect(await finished(user, body.id)).toMatchObject({ status: 'completed' })
  })

  test('of five concurrent ticks at least one does the work', async () => {
    const { app } = system()
    const ticks = await Promise.all(Array.from({ length: 5 }, () => tick(app)))
    expect(ticks.filter((one) => one.held).length).toBeGreaterThanOrEqual(1)
  })
})

describe('with Postgres stopped', () => {
  let dir: string
  let postgres: Postgres
  let system: TestSystem
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'atelier-down-'))
    postgres = await startPostgres({ dir, durable: false })
    await migrate(postgres.url())
    system = await openSystem({ DATABASE_URL: postgres.url(), IMAGE_STALL_SECONDS: '60' }, () => {})
  })
  afterAll(async () => {
    await system.close()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  test('every call is 503 with instructions, nothing crashes, and the system recovers', async () => {
    const { call, createUser, submit, finished } = system
    const user = await createUser()
    const before = (await submit(user, { model: 'simulator/slow' })).body.id
    await postgres.kill9()
    for (const [method, path] of [
      ['POST', '/api/gen/image'],
      ['GET', `/api/gen/media/${before}`],
      ['GET', '/api/gen/credits'],
      ['GET', '/health'],
    ] as const) {
      const { status, body, headers } = await call(method, path, {
        key: user.apiKey,
        ...(method === 'POST' && { body: { prompt: 'a red mug' } }),
      })
      expect([status, body]).toMatchObject([503, { code: 'service_unavailable', charged: 'none' }])
      expect(body.error).toMatch(/again/)
      expect(headers.get('retry-after')).toBe('3')
    }
    await postgres.start()
    await expect.poll(async () => (await call('GET', '/health')).status, { timeout: 15_000 }).toBe(200)
    expect(await finished(user, before)).toMatchObject({ status: 'completed' })
    expect((await submit(user)).status).toBe(201)
  })
})
