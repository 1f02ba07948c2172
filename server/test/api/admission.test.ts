import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/edge/routes/index.ts'
import { type Db, openDb } from '../../src/platform/db/index.ts'
import { useOwnApi } from '../use-own-api.ts'
import { cloneDatabase, type TestClient, testClient } from '../use-system.ts'

/** An api with a database of its own and no worker: the test writes what workers would have measured. */
const env: Record<string, string> = { SUBMIT_WAIT_SECONDS: '0.2' }
let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
let client: TestClient
beforeAll(async () => {
  database = await cloneDatabase()
  env.DATABASE_URL = database.url
  db = openDb({ url: database.url, poolSize: 2, onIdleError: () => undefined })
})
const apiUrl = useOwnApi(routes, env)
beforeAll(() => {
  client = testClient(db, apiUrl())
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const pulse = (secondsAgo: number, begunPerSecond = 0) =>
  db.row(
    `insert into worker_pulses values ('http://worker', clock_timestamp() - $1 * interval '1 s', 0, 1e10,
       0, 0, 0, 0, 0, 0, $2, 0, 0, 0, 0)
     on conflict (worker) do update
       set written_at = excluded.written_at, begun_per_second = excluded.begun_per_second`,
    [secondsAgo, begunPerSecond],
  )

test('a job that cannot be produced is refused, costs and leaves nothing, is accepted later', async () => {
  const user = await client.createUser()
  const order = { clientRef: 'once' }
  await pulse(0)
  const known = await client.submit(user, { clientRef: 'known' })
  expect(known.status).toBe(201)
  await pulse(90)
  // A reading is used for a second.
  const trial = async () => (await client.submit(user)).status
  await expect.poll(trial, { timeout: 10_000, interval: 300 }).toBe(503)
  const before = await client.entries(user)
  const peeked = await client.submit(user)
  const refused = await client.submit(user, order)
  expect(refused.body).toMatchObject({ code: 'service_unavailable', charged: 'none' })
  expect(refused.body.error).toMatch(/again in 10 s/)
  expect(refused.headers.get('retry-after')).toBe('10')
  // No row, no credits, no slot; what was acknowledged is still answered.
  const row = await db.row(`select id from media where client_ref = 'once'`)
  expect(row).toBeUndefined()
  expect(refused.headers.get('x-ratelimit-remaining')).toBe(peeked.headers.get('x-ratelimit-remaining'))
  expect(await client.entries(user)).toEqual(before)
  expect((await client.submit(user, { clientRef: 'known' })).body.id).toBe(known.body.id)
  await pulse(0)
  await expect.poll(async () => (await client.submit(user, order)).status, { timeout: 10_000 }).toBe(201)
})

test('while no worker writes, the api counts the jobs that wait by itself', async () => {
  // Its last pulse knows of none, and that it began one job in ten seconds.
  const submit = async () => {
    await pulse(8, 0.1)
    return client.submit(await client.createUser())
  }
  for (let count = 0; count < 15; count++) expect((await submit()).status).toBe(201)
  const trial = async () => String((await submit()).body.error)
  await expect.poll(trial, { timeout: 20_000, interval: 300 }).toMatch(/more jobs wait than can be begun/)
})
