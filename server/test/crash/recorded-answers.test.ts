import { afterAll, beforeAll, expect, test } from 'vitest'
import { asRole } from '../../harness/processes/index.ts'
import type { App } from '../../src/platform/app/index.ts'
import { openDb } from '../../src/platform/db/index.ts'
import type { Provider, SubmitResponse } from '../../src/platform/providers/index.ts'
import { advance } from '../../src/production/jobs/advance.ts'
import { reconcile, submitOnce } from '../../src/production/jobs/submit-once.ts'
import { makePhoto, makeProduct } from '../routes/make-album.ts'
import { addProvider, readBought, readRouted, routed, routeTo, useRoutes } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

// A provider has answered, and the database fails at that moment. Only this process knows the answer.

const system = useSystem({ IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }, (app) => {
  app.engine.start = async () => 'pending'
  app.engine.restart = async () => undefined
})
useRoutes(system)

/** Statements of a worker wait 2 s for a lock. */
const HELD_MS = 3_000
const ROWS = `select from media where id = $1 for update`
const TRIES = `select from provider_submits where media_id = $1 for update`

let worker: App
beforeAll(() => {
  const { app } = system()
  const url = asRole(app.config.databaseUrl, 'atelier_worker')
  worker = { ...app, db: openDb({ url, poolSize: 4, onIdleError: () => undefined }) }
})
afterAll(() => worker?.db.close())

/** Holds rows for longer than one statement waits for them. Resolves when they are held. */
async function hold(statement: string, values: string[] = []): Promise<void> {
  const client = await system().app.db.connect()
  await client.query('begin')
  await client.query(statement, values)
  setTimeout(() => void client.query('rollback').finally(() => client.end()), HELD_MS)
}

/** A provider whose rows are held as soon as it has answered. */
function addHeld(rows: string, change: Partial<Provider> = {}, told?: SubmitResponse): Provider {
  const provider = addProvider(system().app, { lostTries: 'wait', ...change })
  const { submit } = provider
  provider.submit = async (request, timeoutMs) => {
    const answer = told ?? (await submit(request, timeoutMs))
    await hold(rows, [request.reference])
    return answer
  }
  return provider
}

async function submitTo(providers: Provider[], scenario = 'ok', body: Record<string, unknown> = {}) {
  const { createUser, submit } = system()
  const user = await createUser()
  const routes = providers.map((one) => routeTo(one, scenario))
  const { id } = (await submit(user, { prompt: routed(routes), ...body })).body
  return { user, id }
}

const statesOf = async (id: string) => (await readRouted(worker, id)).map(({ state }) => state)

test('an acceptance is recorded when the rows are free again', async () => {
  const { id } = await submitTo([addHeld(ROWS)])
  expect(await submitOnce(worker, id, null, false)).toMatchObject({ kind: 'accepted' })
  expect(await statesOf(id)).toEqual(['accepted'])
  expect(await readBought(worker, id)).toHaveLength(1)
})

test('files that came with the answer are kept, and the job is completed with them', async () => {
  const held = system().app.providers.findByName('simulator-held') as Provider
  const { user, id } = await submitTo([addHeld(ROWS, { lostTries: 'close', times: held.times })], 'held')
  expect(await submitOnce(worker, id, null, false)).toMatchObject({ kind: 'accepted' })
  expect(await advance(worker, id, null)).toEqual({ kind: 'over' })
  expect(await system().poll(user, id)).toMatchObject({ status: 'completed', charged: 'charged' })
})

test('a job that another try has is not bound twice, and the own one is looked for', async () => {
  const first = await submitTo([addProvider(system().app)])
  await submitOnce(worker, first.id, null, false)
  const provider = addProvider(system().app)
  const { submit } = provider
  provider.submit = async (request, timeoutMs) => {
    const answer = await submit(request, timeoutMs)
    // A try that was lost has found this job in the meantime.
    const { jobId } = answer.kind === 'accepted' ? answer.handle : { jobId: '' }
    await system().app.db.row(
      `update provider_submits set provider = $2, provider_job_id = $3 where media_id = $1`,
      [first.id, provider.name, jobId],
    )
    return answer
  }
  const { id } = await submitTo([provider])
  expect(await submitOnce(worker, id, null, false)).toMatchObject({ kind: 'unknown' })
  expect(await statesOf(id)).toEqual(['unknown'])
  // The other one lets it go.
  await system().app.db.row(`update provider_submits set provider_job_id = 'other' where media_id = $1`, [
    first.id,
  ])
  expect(await reconcile(worker, id, null)).toMatchObject({ kind: 'accepted' })
  expect(await statesOf(id)).toEqual(['accepted'])
  expect(await readBought(worker, id)).toHaveLength(1)
})

const busy: SubmitResponse = { kind: 'refused', class: 'provider_transient', message: 'busy' }
const wrong: SubmitResponse = { kind: 'refused', class: 'invalid_input', message: 'wrong' }

test('a temporary refusal is recorded, and the job is sent again', async () => {
  const { id } = await submitTo([addHeld(TRIES, {}, busy)])
  expect(await submitOnce(worker, id, null, false)).toMatchObject({ kind: 'not_sent' })
  expect(await statesOf(id)).toEqual(['refused'])
})

test('a refusal leads to the next route', async () => {
  const { id } = await submitTo([addHeld(ROWS, {}, busy), addProvider(system().app)])
  expect(await submitOnce(worker, id, null, false)).toMatchObject({ kind: 'accepted' })
  expect(await statesOf(id)).toEqual(['refused', 'accepted'])
})

test('a refusal for good fails the job and refunds it once', async () => {
  const { user, id } = await submitTo([addHeld(ROWS, {}, wrong)])
  expect(await submitOnce(worker, id, null, false)).toEqual({ kind: 'over' })
  expect(await statesOf(id)).toEqual(['refused'])
  expect(await system().entries(user, id)).toMatchObject([{ amount: -400 }, { amount: 400 }])
})

test('a temporary refusal does not fail a job whose caller has its 201 meanwhile', async () => {
  const { id } = await submitTo([addHeld(ROWS, {}, busy)])
  const hasty = { ...worker, config: { ...worker.config, submitWaitMs: 2_000 } }
  expect(await submitOnce(hasty, id, null, true)).toMatchObject({ kind: 'not_sent' })
  expect(await statesOf(id)).toEqual(['refused'])
})

test('a refusal of a try that another run gave up does not end the run', async () => {
  const { app } = system()
  const submit: Provider['submit'] = async ({ reference }) => {
    await app.db.row(`update provider_submits set state = 'abandoned' where media_id = $1`, [reference])
    return wrong
  }
  const { user, id } = await submitTo([addProvider(app, { submit })])
  expect(await submitOnce(worker, id, null, false)).toMatchObject({ kind: 'unknown' })
  expect(await system().poll(user, id)).toMatchObject({ status: 'queued', charged: 'charged' })
})

test('a request that could not be made is not sent, and sent later', async () => {
  const { app, createUser, submit } = system()
  const user = await createUser()
  const product = await makeProduct(system(), user)
  const photo = await makePhoto(system(), user, product.id)
  const provider = addProvider(app, { lostTries: 'wait' })
  const prompt = routed([routeTo(provider, 'ok')])
  const { id } = (await submit(user, { prompt, photoReferenceIds: [photo.id] })).body
  await hold('lock table photos in access exclusive mode')
  expect(await submitOnce(worker, id, null, false)).toMatchObject({ kind: 'not_sent' })
  expect(await statesOf(id)).toEqual(['refused'])
  expect(await readBought(worker, id)).toEqual([])
  await expect
    .poll(async () => (await reconcile(worker, id, null)).kind, { timeout: 10_000 })
    .toBe('accepted')
  expect(await readBought(worker, id)).toHaveLength(1)
})
