import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { type TestUser, useSystem } from '../use-system.ts'

const system = useSystem({ RUNNING_JOBS_PER_USER: '1', IMAGE_STALL_SECONDS: '60' })

const cancel = (user: TestUser, id: string) =>
  system().call('DELETE', `/api/gen/media/${id}`, { key: user.apiKey })

/** Creates a user with one running job and one job queued behind it. */
async function createQueue(firstModel: string) {
  const { createUser, submit } = system()
  const user = await createUser()
  const running = (await submit(user, { model: `simulator/${firstModel}` })).body.id
  const queued = (await submit(user, { clientRef: 'second' })).body
  return { user, running, queued }
}

test('a queued job is cancelled once: failed, refunded and never sent to a provider', async () => {
  const { app, createUser: _, poll, entries } = system()
  const { user, queued } = await createQueue('hang')
  // The answer to a submit says processing even while the job is queued.
  expect(queued.status).toBe('processing')
  expect(await poll(user, queued.id)).toMatchObject({ status: 'queued', nextAction: 'poll_again' })
  const { status, body } = await cancel(user, queued.id)
  expect(status).toBe(200)
  const { media, message } = endpoints.cancelMedia.answer.schema.parse(body)
  expect(media).toMatchObject({
    status: 'failed',
    errorCode: 'cancelled',
    errorMessage: 'cancelled',
    charged: 'refunded',
    creditsCost: 400,
    creditsRefunded: 400,
    nextAction: 'retry',
    clientRef: 'second',
  })
  expect(message).toMatch(/Cancelled.*400 credits were refunded/)
  expect(await entries(user, queued.id)).toMatchObject([{ amount: -400 }, { amount: 400 }])
  const again = await cancel(user, queued.id)
  expect([again.status, again.body]).toMatchObject([409, { code: 'not_cancellable', status: 'failed' }])
  expect(await poll(user, queued.id)).toEqual(media)
  const bought = await fetch(`${app.config.simulatorUrl}/v1/jobs?reference=${queued.id}`)
  expect(await bought.json()).toEqual({ jobs: [] })
})

test('a cancelled job keeps its clientRef, and a replay returns it', async () => {
  const { submit, entries } = system()
  const { user, queued } = await createQueue('hang')
  await cancel(user, queued.id)
  const again = await submit(user, { clientRef: 'second' })
  expect([again.body.id, again.body.status]).toEqual([queued.id, 'failed'])
  expect(await entries(user, queued.id)).toHaveLength(2)
})

test('cancelling a running or final job is answered 409 with its status', async () => {
  const { poll, finished } = system()
  const { user, running, queued } = await createQueue('fail')
  expect((await finished(user, running)).status).toBe('failed')
  expect((await cancel(user, running)).body).toMatchObject({ code: 'not_cancellable', status: 'failed' })
  const made = await finished(user, queued.id)
  const { status, body } = await cancel(user, queued.id)
  expect([status, body]).toMatchObject([409, { code: 'not_cancellable', status: 'completed' }])
  expect(await poll(user, queued.id)).toEqual(made)
  const { running: hanging, user: other } = await createQueue('hang')
  expect((await cancel(other, hanging)).body).toMatchObject({ code: 'not_cancellable', status: 'processing' })
})

test('a queued job starts when the job before it ends', async () => {
  const { poll, finished } = system()
  const { user, running, queued } = await createQueue('slow')
  expect([(await poll(user, running)).status, (await poll(user, queued.id)).status]).toEqual([
    'processing',
    'queued',
  ])
  const [first, second] = [await finished(user, running), await finished(user, queued.id)]
  expect([first.status, second.status]).toEqual(['completed', 'completed'])
  expect(Date.parse(second.completedAt ?? '')).toBeGreaterThan(Date.parse(first.completedAt ?? ''))
})

test('of 20 concurrent cancels one succeeds, and one refund is written', async () => {
  const { entries } = system()
  const { user, queued } = await createQueue('hang')
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(user, queued.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await entries(user, queued.id)).toHaveLength(2)
})

test('a job that is cancelled before its submit is answered is accepted; a poll shows it', async () => {
  const { app, createUser, submit, poll, entries } = system()
  const user = await createUser()
  const { start } = app.engine
  app.engine.start = async (id) => {
    expect((await cancel(user, id)).status).toBe(200)
    return 'over'
  }
  const { status, body } = await submit(user).finally(() => {
    app.engine.start = start
  })
  expect(status).toBe(201)
  expect(await poll(user, body.id)).toMatchObject({ status: 'failed', errorCode: 'cancelled' })
  expect(await entries(user, body.id)).toMatchObject([{ amount: -400 }, { amount: 400 }])
})
