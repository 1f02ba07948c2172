import { expect, test } from 'vitest'
import { openProviders } from '#adapters/setup'
import { ensureTestAccount } from '../../src/access/credits/index.ts'
import { createKey } from '../../src/access/identity/index.ts'
import { makeCharacter, makePhoto, makeProduct } from '../routes/make-album.ts'
import { makeCep, makeMedia } from '../routes/make-order.ts'
import { type TestUser, useSystem } from '../use-system.ts'

/** Windows are sixty times shorter for a test key: its jobs stall after 4 s here. */
const system = useSystem({ IMAGE_STALL_SECONDS: '240' })

/** Creates one user with a live key and a test key. */
async function createUserWithBothKeys(): Promise<{ liveUser: TestUser; testUser: TestUser }> {
  const { app, createUser } = system()
  const liveUser = await createUser()
  await ensureTestAccount(app.db, liveUser.id)
  const { key, secret } = await createKey(app.db, liveUser.id, { name: 'test key', mode: 'test' })
  return { liveUser, testUser: { ...liveUser, apiKey: secret, keyId: key.id } }
}

const read = async (user: TestUser, path: string) =>
  (await system().call('GET', path, { key: user.apiKey })).body

test('a test key spends from its own million credits, in its own ledger chain', async () => {
  const { submit } = system()
  const { liveUser, testUser } = await createUserWithBothKeys()
  const { body } = await submit(testUser, { clientRef: 'a' })
  expect(body).toMatchObject({ balanceAfter: 999_600, pollAfterSeconds: 1 })
  expect(await read(testUser, '/api/gen/credits')).toMatchObject({
    balance: 999_600,
    transactions: [{ amount: -400, refId: body.id }, { amount: 1_000_000 }],
  })
  expect(await read(liveUser, '/api/gen/credits')).toMatchObject({
    balance: 1_000_000,
    transactions: [{ amount: 1_000_000 }],
  })
  expect(await read(testUser, '/api/gen/credits/verify')).toMatchObject({ valid: true, checked: 2 })
  expect(await read(liveUser, '/api/gen/credits/verify')).toMatchObject({ valid: true, checked: 1 })
  const again = await submit(liveUser, { clientRef: 'a' })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect(again.body.id).not.toBe(body.id)
})

test('the submits of a test key take no slot from the live keys of its owner', async () => {
  const { submit } = system()
  const { liveUser, testUser } = await createUserWithBothKeys()
  for (let at = 0; at < 10; at++) expect((await submit(testUser, { clientRef: `t${at}` })).status).toBe(201)
  expect((await submit(testUser, { clientRef: 't10' })).status).toBe(429)
  const { status, headers } = await submit(liveUser, { clientRef: 'a' })
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([201, '9'])
})

test('media of a test key has test: true, polls every second and completes normally', async () => {
  const { submit, poll } = system()
  const { liveUser, testUser } = await createUserWithBothKeys()
  const { id } = (await submit(testUser, { model: 'simulator/slow' })).body
  expect(await poll(testUser, id)).toMatchObject({ test: true, waiting: true, pollAfterSeconds: 1 })
  expect(await makeMedia(system(), testUser)).toMatchObject({ test: true, status: 'completed' })
  expect(await makeMedia(system(), liveUser)).toMatchObject({ test: false, status: 'completed' })
})

test('jobs of a test key stall sixty times sooner and are refunded to the test balance', async () => {
  const { submit, finished } = system()
  const { liveUser, testUser } = await createUserWithBothKeys()
  const { id } = (await submit(testUser, { model: 'simulator/hang' })).body
  const media = await finished(testUser, id)
  expect(media).toMatchObject({ status: 'stalled', charged: 'refunded' })
  const tookMs = Date.parse(media.refundedAt ?? '') - Date.parse(media.createdAt)
  expect(tookMs).toBeGreaterThanOrEqual(4_000)
  expect(tookMs).toBeLessThan(6_000)
  expect((await read(testUser, '/api/gen/credits')).balance).toBe(1_000_000)
  expect((await read(liveUser, '/api/gen/credits')).transactions).toHaveLength(1)
})

test('live and test keys see nothing of each other', async () => {
  const { call } = system()
  const { liveUser, testUser } = await createUserWithBothKeys()
  for (const [mine, other] of [
    [liveUser, testUser],
    [testUser, liveUser],
  ] as const) {
    const product = await makeProduct(system(), mine)
    const character = await makeCharacter(system(), mine)
    const photo = await makePhoto(system(), mine, product.id)
    const cepId = await makeCep(system(), mine, product.id)
    const media = await makeMedia(system(), mine, { clientRef: `of ${mine.keyId}` })
    const key = other.apiKey
    for (const path of [
      `media/${media.id}`,
      `media/${media.id}/download`,
      `products/${product.id}`,
      `characters/${character.id}`,
    ])
      expect([path, (await call('GET', `/api/gen/${path}`, { key })).status]).toEqual([path, 404])
    expect((await call('DELETE', `/api/gen/media/${media.id}`, { key })).status).toBe(404)
    for (const order of [
      { productId: product.id },
      { characterId: character.id },
      { photoReferenceIds: [photo.id] },
      { cepId },
    ]) {
      const body = { kind: 'image', prompt: 'a mug', ...order }
      const { status } = await call('POST', '/api/gen/quote', { key, body })
      expect([order, status]).toEqual([order, 404])
    }
    expect((await read(other, `/api/gen/media?ids=${media.id}`)).media).toEqual([])
    expect((await read(other, `/api/gen/media?clientRef=of ${mine.keyId}`)).media).toEqual([])
    const shown = JSON.stringify([
      await read(other, '/api/gen/media'),
      await read(other, '/api/gen/image'),
      await read(other, '/api/gen/products'),
      await read(other, '/api/gen/characters'),
    ])
    for (const id of [media.id, product.id, character.id]) expect(shown).not.toContain(id)
    const own = await makeProduct(system(), other)
    const attach = `/api/gen/products/${own.id}/attach`
    expect((await call('POST', attach, { key, body: { generatedMediaId: media.id } })).status).toBe(404)
  }
})

test('a test key is offered the models of the simulator alone', async () => {
  const { app, submit } = system()
  const { liveUser, testUser } = await createUserWithBothKeys()
  const { offers } = app.providers
  const { live, test: offered } = offers
  const real = { ...app.config, providers: { ...app.config.providers, names: ['fal' as const] } }
  offers.live = openProviders(real).offers.live
  const listed = await read(testUser, '/api/gen/models')
  const refused = await submit(testUser, { model: 'nano-banana-2' })
  const listedLive = await read(liveUser, '/api/gen/models')
  offers.live = live
  expect(listed.models.map(({ id }: { id: string }) => id)).toEqual(offered.models.map(({ id }) => id))
  expect([refused.status, refused.body.field]).toEqual([400, 'model'])
  expect(listedLive.models[0]).toMatchObject({ id: 'gpt-image-2.5-flare', isDefault: true })
})

test('a mix of outcomes fails the jobs of a test key that name no model, and refunds them', async () => {
  const { app, createUser, submit, poll, call } = system()
  const owner = await createUser()
  await ensureTestAccount(app.db, owner.id)
  const testMix = { seed: 3, percent: { fail: 100 } }
  const { key, secret } = await createKey(app.db, owner.id, { name: 'mixed', mode: 'test', testMix })
  expect(key.testMix).toEqual(testMix)
  const user = { ...owner, apiKey: secret, keyId: key.id }
  const { id } = (await submit(user, { model: undefined, clientRef: 'm' })).body
  await expect.poll(async () => (await poll(user, id)).status).toBe('failed')
  expect(await poll(user, id)).toMatchObject({ model: 'simulator/fail', charged: 'refunded' })
  // The same order again is the same job, whatever would be drawn now.
  const again = await submit(user, { model: undefined, clientRef: 'm' })
  expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([id, 'true'])
  expect(await makeMedia(system(), user, { model: 'simulator/ok' })).toMatchObject({ status: 'completed' })
  expect((await call('GET', '/api/gen/credits', { key: secret })).body.balance).toBe(999_600)
})

test('a live key gets no mix', async () => {
  const { app, createUser } = system()
  const owner = await createUser()
  const testMix = { seed: 1, percent: { fail: 10 } }
  await expect(createKey(app.db, owner.id, { name: 'live', testMix })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})
