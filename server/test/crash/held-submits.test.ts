import { describe, expect, test } from 'vitest'
import type { App } from '../../src/platform/app/index.ts'
import { reconcile, submitOnce } from '../../src/production/jobs/submit-once.ts'
import { drainMs } from '../../src/production/timing/index.ts'
import { recordAnswered } from '../../src/production/tries/index.ts'
import { useSystem } from '../use-system.ts'

const settings = { SUBMIT_WAIT_SECONDS: '0.5', IMAGE_STALL_SECONDS: '60', RUNNING_JOBS_PER_USER: '1' }
const system = useSystem(settings)

const tries = (app: App, id: string) =>
  app.db.rows<Record<string, unknown>>(
    `select state, error_class, ended_at is not null as ended, provider_job_id,
       expected_cost_micros::int as expected, reported_cost_micros::int as reported
     from provider_submits where media_id = $1 order by try`,
    [id],
  )

const countPosts = async (app: App, id: string): Promise<number> => {
  const log = await fetch(`${app.config.simulatorUrl}/__double/log`)
  const { submits } = (await log.json()) as { submits: { reference: string | null }[] }
  return submits.filter(({ reference }) => reference === id).length
}

describe('a submit that the provider holds', () => {
  test('is answered to the caller meanwhile, and its files are stored with its end', async () => {
    const { app, createUser, submit, finished, poll, entries } = system()
    const user = await createUser()
    const startedAt = performance.now()
    const { status, body } = await submit(user, { model: 'simulator/held', n: 2 })
    expect(status).toBe(201)
    expect(performance.now() - startedAt).toBeLessThan(1_400)
    expect(await poll(user, body.id)).toMatchObject({ status: 'queued', waiting: true })
    // It counts as running, and the limit is one.
    const other = await submit(user, { model: 'simulator/ok' })
    await expect.poll(() => tries(app, body.id)).toMatchObject([{ state: 'intent' }])
    expect(await tries(app, other.body.id)).toEqual([])
    const media = await finished(user, body.id)
    expect([media.status, media.outputs.length]).toEqual(['completed', 2])
    expect(await entries(user, body.id)).toHaveLength(1)
    expect(await tries(app, body.id)).toMatchObject([
      { state: 'accepted', reported: 80_000, provider_job_id: expect.stringContaining(`/${body.id}/0-`) },
    ])
    expect(await countPosts(app, body.id)).toBe(1)
    expect(await finished(user, other.body.id)).toMatchObject({ status: 'completed' })
  })

  test('and whose answer is lost fails at once, is refunded, and may have cost something', async () => {
    const { app, createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { status, body } = await submit(user, { model: 'simulator/held-lost', clientRef: 'held' })
    expect(status).toBe(201)
    expect(await finished(user, body.id, 5_000)).toMatchObject({
      status: 'failed',
      errorCode: 'provider_error',
      charged: 'refunded',
    })
    expect(await entries(user, body.id)).toMatchObject([{ amount: -400 }, { amount: 400 }])
    expect(await tries(app, body.id)).toMatchObject([
      { state: 'unknown', error_class: 'unknown', ended: true, expected: 40_000, reported: null },
    ])
    expect(await countPosts(app, body.id)).toBe(1)
  })

  test('is waited for by a worker that ends', () => {
    const { app } = system()
    const held = app.providers.findByName('simulator-held')
    expect(drainMs(app.providers)).toBeGreaterThan((held?.times.submitTimeoutMs ?? 0) + 60_000)
  })
})

describe('without an engine', () => {
  const quiet = useSystem({ ...settings, TICK_SECONDS: '3600' }, (app) => {
    app.engine.start = async () => 'pending'
    app.engine.restart = async () => undefined
  })

  const age = (app: App, id: string, seconds: number) =>
    app.db.row(
      `update provider_submits set started_at = started_at - $2 * interval '1 s',
         answered_at = answered_at - $2 * interval '1 s' where media_id = $1`,
      [id, seconds],
    )

  async function dieWhileHeld() {
    const { app, createUser, submit } = quiet()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/held' })
    await app.db.row(
      `insert into provider_submits (media_id, try, provider, state, started_at)
       values ($1, 1, 'simulator-held', 'intent', clock_timestamp())`,
      [body.id],
    )
    return { app, user, id: body.id }
  }

  test('a worker that dies during the call leaves a try that is closed when no answer can come', async () => {
    const { app, user, id } = await dieWhileHeld()
    // Another worker may hold the call: longer than a submit usually takes.
    await age(app, id, 20)
    expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'unknown' })
    await age(app, id, 20)
    expect(await reconcile(app, id, null)).toEqual({ kind: 'over' })
    expect(await quiet().poll(user, id)).toMatchObject({ status: 'failed', charged: 'refunded' })
    expect(await quiet().entries(user, id)).toHaveLength(2)
    expect(await tries(app, id)).toMatchObject([{ state: 'unknown', ended: true, expected: 40_000 }])
    expect(await countPosts(app, id)).toBe(0)
  })

  test('a try whose files are being stored is not closed', async () => {
    const { app, id } = await dieWhileHeld()
    await app.db.row(`update provider_submits set answered_at = clock_timestamp() where media_id = $1`, [id])
    await age(app, id, 40)
    expect(await reconcile(app, id, null)).toMatchObject({ kind: 'unknown' })
    await age(app, id, 40)
    expect(await reconcile(app, id, null)).toEqual({ kind: 'over' })
  })

  test('a job whose files are being stored is not stalled when its window closes', async () => {
    const { app, user, id } = await dieWhileHeld()
    await recordAnswered(app.db, id, 1)
    await app.db.row('alter table media disable trigger media_guard')
    await app.db.row(`update media set deadline_at = clock_timestamp() - interval '1 ms' where id = $1`, [id])
    await app.db.row('alter table media enable trigger media_guard')
    expect(await reconcile(app, id, null)).toMatchObject({ kind: 'unknown' })
    expect(await quiet().poll(user, id)).toMatchObject({ status: 'queued', charged: 'charged' })
    // Nobody stores them any more.
    await age(app, id, 70)
    expect(await reconcile(app, id, null)).toEqual({ kind: 'over' })
    expect(await quiet().poll(user, id)).toMatchObject({ status: 'failed', charged: 'refunded' })
  })

  test('20 concurrent steps send one POST, and the media is completed once', async () => {
    const { app, createUser, submit, finished, entries } = quiet()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/held' })
    await Promise.all(Array.from({ length: 20 }, () => submitOnce(app, body.id, null, false)))
    expect(await countPosts(app, body.id)).toBe(1)
    const { advance } = await import('../../src/production/jobs/advance.ts')
    await Promise.all(Array.from({ length: 20 }, () => advance(app, body.id, null)))
    expect(await finished(user, body.id)).toMatchObject({ status: 'completed' })
    expect(await entries(user, body.id)).toHaveLength(1)
  })
})
