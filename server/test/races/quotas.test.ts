import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { drawPng, formOf, makeAsset, makeProduct, referencePath } from '../routes/make-album.ts'
import type { Reply, TestUser } from '../use-system.ts'
import { listKeys, useSystemWithBucket } from '../use-system-with-bucket.ts'

const system = useSystemWithBucket({ RATE_LIMIT_FACTOR: '1000' })

/** The limits are read for each request, so a test may set its own. */
const withoutLimits = { uploads: 1e9, uploadBytes: 1e15, photos: 1e9, photoBytes: 1e15 }
beforeEach(() => {
  Object.assign(system().app.config.quotas, withoutLimits)
})

/** A user may send only a few forms at the same time. One that is refused for that is sent again. */
async function sendForm(user: TestUser, path: string, fields: Record<string, string>) {
  for (;;) {
    const form = formOf(fields, drawPng(40, 30))
    const answer = await system().call('POST', path, { key: user.apiKey, form })
    if (answer.status !== 503) return answer
    await sleep(20)
  }
}

const upload = (user: TestUser) => sendForm(user, '/api/gen/assets', {})

const submitFile = (user: TestUser, fields: Record<string, string> = {}) =>
  sendForm(user, '/api/gen/video', { prompt: 'it turns', ...fields })

const priceOf = async () => (await submitFile(await system().createUser(1))).body.required as number

const statusesOf = (answers: Reply<unknown>[]) => answers.map(({ status }) => status).toSorted()

const quotasOf = async (user: TestUser) =>
  (await system().call('GET', '/api/gen/quotas', { key: user.apiKey })).body.quotas

test.each([
  ['count', 7, (quotas: { uploads: number }) => Object.assign(quotas, { uploads: 7 })],
  ['bytes', 5, (quotas: object, size: number) => Object.assign(quotas, { uploadBytes: 6 * size - 1 })],
])('of 20 parallel uploads as many are stored as the quota of %s allows', async (_, fit, setLimit) => {
  const { app, createUser } = system()
  const before = await listKeys(system(), 'uploads/')
  const user = await createUser()
  const probe = await upload(await createUser())
  setLimit(app.config.quotas, probe.body.asset.sizeBytes)
  const others = await listKeys(system(), 'uploads/')
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload(user)))
  expect(statusesOf(answers)).toEqual([...Array(fit).fill(201), ...Array(20 - fit).fill(403)])
  for (const { body } of answers.filter(({ status }) => status === 403)) {
    expect(body).toMatchObject({
      code: 'quota_exceeded',
      charged: 'none',
      error: expect.stringMatching(/Delete/),
    })
    expect(body.used).toBeLessThanOrEqual(body.limit)
  }
  const named = answers.flatMap(({ body }) => (body.asset ? [body.asset.id] : []))
  const added = (await listKeys(system(), 'uploads/')).filter((key) => !others.includes(key))
  expect(added.map((key) => /ast_\w{22}/.exec(key)?.[0]).toSorted()).toEqual(named.toSorted())
  expect(others.length - before.length).toBe(1)
  expect((await quotasOf(user)).uploads.used).toBe(fit)
})

test('of 20 parallel photos as many are stored as the quota allows, and no other object', async () => {
  const { app, call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const { id: mediaAssetId } = await makeAsset(system(), user)
  app.config.quotas.photos = 4
  const before = await listKeys(system(), 'uploads/')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2
        ? sendForm(user, referencePath(id), { label: 'a' })
        : call('POST', referencePath(id), { key: user.apiKey, body: { label: 'a', mediaAssetId } }),
    ),
  )
  expect(statusesOf(answers)).toEqual([...Array(4).fill(201), ...Array(16).fill(403)])
  expect((await listKeys(system(), 'uploads/')).length - before.length).toBe(4)
  expect((await quotasOf(user)).photos).toEqual({ used: 4, limit: 4 })
})

test('a submit that cannot be paid stores nothing, one after another or in parallel', async () => {
  const { createUser, entries } = system()
  const user = await createUser((await priceOf()) - 1)
  const before = await listKeys(system(), 'uploads/')
  expect((await submitFile(user)).status).toBe(402)
  expect(await listKeys(system(), 'uploads/')).toEqual(before)
  const answers = await Promise.all(Array.from({ length: 9 }, () => submitFile(user)))
  for (const { status, body } of answers)
    expect([status, body.code, body.balance]).toEqual([402, 'insufficient_credits', body.required - 1])
  expect(await listKeys(system(), 'uploads/')).toEqual(before)
  expect(await entries(user)).toHaveLength(1)
})

test('of 10 parallel submits with a file, those that cannot be paid leave no object', async () => {
  const { createUser } = system()
  const user = await createUser(4 * (await priceOf()) - 1)
  const before = await listKeys(system(), 'uploads/')
  const answers = await Promise.all(Array.from({ length: 10 }, () => submitFile(user)))
  expect(statusesOf(answers)).toEqual([201, 201, 201, ...Array(7).fill(402)])
  expect((await listKeys(system(), 'uploads/')).length - before.length).toBe(3)
})

test('a submit above the limit of its key or above the quota stores nothing', async () => {
  const { app, createUser } = system()
  const user = await createUser()
  const before = await listKeys(system(), 'uploads/')
  await app.db.row(`update api_keys set per_job_credit_limit = 10 where id = $1`, [user.keyId])
  await expect
    .poll(async () => (await submitFile(user)).body.code, { timeout: 10_000 })
    .toBe('budget_exceeded')
  const free = await createUser()
  app.config.quotas.photos = 0
  const { status, body } = await submitFile(free)
  expect([status, body.code, body.quota, body.limit, body.used]).toEqual([
    403,
    'quota_exceeded',
    'photos',
    0,
    0,
  ])
  // The order of refusals: a job that cannot be paid says so, not that the quota is used up.
  expect((await submitFile(await createUser(1))).body.code).toBe('insufficient_credits')
  const keys = await listKeys(system(), 'uploads/')
  expect(keys.filter((key) => !before.includes(key)).length).toBeLessThanOrEqual(10)
})

test('the same submit sent ten times at once with credits for one is one job, and one object', async () => {
  const { createUser } = system()
  const user = await createUser(await priceOf())
  const before = await listKeys(system(), 'uploads/')
  const answers = await Promise.all(Array.from({ length: 10 }, () => submitFile(user, { clientRef: 'once' })))
  expect(statusesOf(answers)).toEqual(Array(10).fill(201))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await listKeys(system(), 'uploads/')).length - before.length).toBe(1)
})
