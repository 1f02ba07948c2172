import { describe, expect, test } from 'vitest'
import type { App } from '../../src/platform/app/index.ts'
import { settleStalled } from '../../src/production/jobs/settle.ts'
import { submitOnce } from '../../src/production/jobs/submit-once.ts'
import { cancelUnwanted } from '../../src/production/tries/index.ts'
import { addProvider, routed, routeTo, useRoutes } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

/** A provider that notes which of its jobs were cancelled. */
function addCancelling(app: App, filesPerJob = 4) {
  const cancelled: string[] = []
  const cancel = async ({ jobId }: { jobId: string }) => void cancelled.push(jobId)
  return { provider: addProvider(app, { cancel, filesPerJob }), cancelled }
}

const readJobs = async (app: App, id: string) =>
  (
    await app.db.rows<{ job: string }>(
      `select provider_job_id as job from provider_submits where media_id = $1 order by part`,
      [id],
    )
  ).map(({ job }) => job)

describe('a provider that still makes what nobody waits for', () => {
  const system = useSystem({ IMAGE_STALL_SECONDS: '3' })
  useRoutes(system)

  test('is told once, when the job has stalled', async () => {
    const { app, createUser, submit, finished } = system()
    const { provider, cancelled } = addCancelling(app)
    const user = await createUser()
    const hanging = await submit(user, { prompt: routed([routeTo(provider, 'hang')]) })
    const good = await submit(user, { prompt: routed([routeTo(provider, 'ok')]) })
    expect(await finished(user, good.body.id)).toMatchObject({ status: 'completed' })
    expect(cancelled).toEqual([])
    expect(await finished(user, hanging.body.id)).toMatchObject({ status: 'stalled', charged: 'refunded' })
    await expect.poll(() => cancelled, { timeout: 12_000 }).toEqual(await readJobs(app, hanging.body.id))
    await new Promise((done) => setTimeout(done, 5_500))
    expect(cancelled).toHaveLength(1)
  })

  test('is told of the part that was not made in time, and not of the other', async () => {
    const { app, createUser, submit, finished } = system()
    const { provider, cancelled } = addCancelling(app, 1)
    const user = await createUser()
    const { body } = await submit(user, { prompt: routed([routeTo(provider, 'one-hangs')]), n: 2 })
    expect((await finished(user, body.id)).outputs).toHaveLength(1)
    const jobs = await readJobs(app, body.id)
    await expect.poll(() => cancelled, { timeout: 12_000 }).toEqual([jobs[1]])
  })
})

describe('without an engine', () => {
  const system = useSystem({ IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }, (app) => {
    app.engine.start = async () => 'pending'
    app.engine.restart = async () => undefined
  })
  useRoutes(system)

  const passDeadline = async (app: App, id: string) => {
    await app.db.row('alter table media disable trigger media_guard')
    await app.db.row(`update media set deadline_at = clock_timestamp() - interval '1 ms' where id = $1`, [id])
    await app.db.row('alter table media enable trigger media_guard')
  }

  const submitQueued = async (app: App, scenario: string, change: ReturnType<typeof addCancelling>) => {
    const user = await system().createUser()
    const { body } = await system().submit(user, { prompt: routed([routeTo(change.provider, scenario)]) })
    return { app, user, id: body.id }
  }

  const readDue = async (app: App, id: string) =>
    (await app.db.row<{ is_due: boolean }>(
      `select cancel_at is not null as is_due from provider_submits where media_id = $1`,
      [id],
    )) as { is_due: boolean }

  test('a worker that dies while it cancels leaves it to another', async () => {
    const { app } = system()
    const change = addCancelling(app)
    const { id } = await submitQueued(app, 'hang', change)
    await submitOnce(app, id, null, false)
    await passDeadline(app, id)
    expect(await settleStalled(app, id, { isCheckedNow: true })).toBe(true)
    // As if it had been claimed and not done.
    await app.db.row(
      `update provider_submits set cancel_at = clock_timestamp() + interval '0.3 s' where media_id = $1`,
      [id],
    )
    await cancelUnwanted(app)
    expect(change.cancelled).toEqual([])
    await new Promise((done) => setTimeout(done, 400))
    await Promise.all([cancelUnwanted(app), cancelUnwanted(app)])
    expect(change.cancelled).toEqual(await readJobs(app, id))
    expect(await readDue(app, id)).toEqual({ is_due: false })
  })

  test('a job that is accepted after its media stalled is cancelled, too', async () => {
    const { app } = system()
    const change = addCancelling(app)
    const { id } = await submitQueued(app, 'ok', change)
    const { submit } = change.provider
    change.provider.submit = async (request, timeoutMs) => {
      await passDeadline(app, id)
      expect(await settleStalled(app, id, { isCheckedNow: true })).toBe(true)
      return submit(request, timeoutMs)
    }
    expect(await submitOnce(app, id, null, false)).toEqual({ kind: 'over' })
    await cancelUnwanted(app)
    expect(change.cancelled).toEqual(await readJobs(app, id))
  })

  test('a provider that fails to cancel, or cannot, is asked once', async () => {
    const { app } = system()
    const change = addCancelling(app)
    change.provider.cancel = () => Promise.reject(new Error('no'))
    const { id } = await submitQueued(app, 'hang', change)
    await submitOnce(app, id, null, false)
    await passDeadline(app, id)
    await settleStalled(app, id, { isCheckedNow: true })
    await cancelUnwanted(app)
    expect(await readDue(app, id)).toEqual({ is_due: false })
  })
})
