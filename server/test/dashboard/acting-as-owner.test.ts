import { expect, test } from 'vitest'
import { openSessionOf } from '../open-session.ts'
import { formOf, makePhoto, makeProduct } from '../routes/make-album.ts'
import { setKeyLimits } from '../routes/make-order.ts'
import { type TestUser, useSystem } from '../use-system.ts'

const system = useSystem()

const ORDER = { prompt: 'a red mug' }

/** Calls as the page of a user, in a mode. */
async function pageOf(user: TestUser, mode: 'live' | 'test' = 'live') {
  const headers = await openSessionOf(system().app.db, user)
  return (method: string, path: string, options: { body?: unknown; form?: FormData } = {}) =>
    system().call(method, `/api/owner/${mode}/${path}`, { headers, ...options })
}

const keyOf = async (id: string) =>
  (await system().app.db.row<{ key_id: string | null }>(`select key_id from media where id = $1`, [id]))
    ?.key_id

test('a submit by hand is charged to the balance of the owner and has no key', async () => {
  const { createUser, entries } = system()
  const user = await createUser()
  const call = await pageOf(user)
  const { status, body } = await call('POST', 'gen/image', { body: { ...ORDER, clientRef: 'by-hand' } })
  expect([status, body.balanceAfter]).toEqual([201, 999_600])
  expect(body.pollUrl).toBe(`/api/owner/live/gen/media/${body.id}`)
  expect(await keyOf(body.id)).toBeNull()
  expect(await entries(user, body.id)).toMatchObject([{ amount: -400 }])
})

test('the limits of a key neither hold a session back nor count what it spends', async () => {
  const { app, createUser, submit } = system()
  const user = await createUser()
  await setKeyLimits(app, user, { daily: 800 })
  const call = await pageOf(user)
  for (let jobs = 0; jobs < 3; jobs++)
    expect((await call('POST', 'gen/image', { body: ORDER })).status).toBe(201)
  expect((await submit(user)).status).toBe(201)
  expect((await submit(user)).status).toBe(201)
  expect((await submit(user)).body).toMatchObject({ code: 'budget_exceeded', spent: 800 })
  expect((await call('POST', 'gen/quote', { body: { ...ORDER, kind: 'image' } })).body.quote).toMatchObject({
    withinBudget: true,
  })
  expect((await call('GET', 'gen/credits')).body.budget).toBeNull()
})

test('a session cannot spend more than the balance', async () => {
  const user = await system().createUser(500)
  const call = await pageOf(user)
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', 'gen/image', { body: ORDER })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402])
})

test('a clientRef names the same job for the key and for its owner', async () => {
  const { createUser, submit } = system()
  const user = await createUser()
  const call = await pageOf(user)
  const first = await submit(user, { clientRef: 'shared' })
  const again = await call('POST', 'gen/image', { body: { ...ORDER, clientRef: 'shared' } })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(again.body.id).toBe(first.body.id)
  expect(await keyOf(again.body.id)).toBe(user.keyId)
})

test('the test mode of a user without a test key has its credits and its own chain', async () => {
  const user = await system().createUser()
  const call = await pageOf(user, 'test')
  expect((await call('GET', 'gen/credits')).body).toMatchObject({ balance: 1_000_000 })
  const { status, body } = await call('POST', 'gen/image', { body: ORDER })
  expect([status, body.balanceAfter]).toEqual([201, 999_600])
  expect((await call('GET', 'gen/credits/verify')).body).toMatchObject({ valid: true })
  expect((await (await pageOf(user))('GET', 'gen/credits')).body).toMatchObject({ balance: 1_000_000 })
})

test('pages and agents are counted apart', async () => {
  const { createUser, submit } = system()
  const user = await createUser()
  const call = await pageOf(user)
  for (let sent = 0; sent < 10; sent++) await call('POST', 'gen/image', { body: { prompt: '' } })
  expect((await call('POST', 'gen/image', { body: ORDER })).status).toBe(429)
  const byKey = await submit(user)
  expect([byKey.status, byKey.headers.get('x-ratelimit-remaining')]).toEqual([201, '9'])
  expect((await call('GET', 'gen/media')).headers.get('x-ratelimit-remaining')).toBe('299')
  const read = await system().call('GET', '/api/gen/media', { key: user.apiKey })
  expect(read.headers.get('x-ratelimit-remaining')).toBe('299')
})

test('a page uploads files, and orders a video with one', async () => {
  const { createUser } = system()
  const user = await createUser()
  const call = await pageOf(user)
  const { asset } = (await call('POST', 'gen/assets', { form: formOf({}) })).body
  const { product } = (await call('POST', 'gen/products', { body: { name: 'Mug' } })).body
  const made = await call('POST', `gen/products/${product.id}/reference`, {
    form: formOf({ label: 'front' }),
  })
  expect([made.status, made.body.photo.isPrimary]).toEqual([201, true])
  const fromAsset = { mediaAssetId: asset.id, label: 'side' }
  expect((await call('POST', `gen/products/${product.id}/reference`, { body: fromAsset })).status).toBe(201)
  const video = await call('POST', 'gen/video', { form: formOf({ prompt: 'x', durationSeconds: '6' }) })
  expect([video.status, await keyOf(video.body.id)]).toEqual([201, null])
})

test('the owner deletes a photo, and the erasure names the owner', async () => {
  const { app, createUser } = system()
  const user = await createUser()
  const product = await makeProduct(system(), user)
  const photo = await makePhoto(system(), user, product.id)
  const call = await pageOf(user)
  expect((await call('DELETE', `gen/products/${product.id}/reference/${photo.id}`)).status).toBe(200)
  const row = await app.db.row(`select requested_by from erasures where subject_id = $1`, [photo.id])
  expect(row).toEqual({ requested_by: 'owner' })
})

test('what the owner reports comes from the owner: one source, and a note that needs no review', async () => {
  const user = await system().createUser()
  const call = await pageOf(user)
  const claim = { kind: 'claim', idempotencyKey: 'by-hand', platformAdId: '1', metric: 'roas', value: 2 }
  const window = { windowStart: '2026-11-01', windowEnd: '2026-11-03' }
  const body = { ...claim, ...window, note: 'better at night' }
  expect((await call('POST', 'agent/reports', { body })).status).toBe(201)
  const { reporters } = (await call('GET', 'agent/knowledge/drift')).body
  expect(reporters).toMatchObject([{ source: 'owner', comparable: 0 }])
  const { notes } = (await call('GET', 'agent/knowledge/notes')).body
  expect(notes).toMatchObject([{ source: 'owner', review: 'accepted', evidence: 'owner_note' }])
})
