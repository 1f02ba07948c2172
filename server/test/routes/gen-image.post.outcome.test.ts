import { SubmitAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { grant } from '../../src/access/credits/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { formOf, makeCharacter, makePhoto, makeProduct } from './make-album.ts'
import { makeMedia, setKeyLimits, useUpSubmitLimit } from './make-order.ts'

const system = useSharedSystem()
/** Fails quickly and renders nothing. */
const model = 'simulator/fail'

test('a submit is answered with the job, its price and the poll URL', async () => {
  const { createUser, submit } = system()
  const { status, headers, body } = await submit(await createUser(), { model, unheardOf: 1, n: 2 })
  expect([status, headers.get('idempotent-replayed')]).toEqual([201, null])
  expect(headers.get('x-ratelimit-limit')).toBe('10')
  expect(headers.get('x-ratelimit-remaining')).toBe('9')
  const answer = SubmitAnswer.strict().parse(body)
  expect(answer).toMatchObject({
    status: 'processing',
    creditsCost: 800,
    balanceAfter: 999_200,
    waiting: true,
    pollUrl: `/api/gen/media/${answer.id}`,
    pollAfterSeconds: 10,
    ignoredFields: ['unheardOf'],
    droppedReferences: [],
  })
  expect(answer.message).toMatch(/800 credits.*every 10 s until status is completed, then read videoUrl/)
})

test.each([
  ['1:1', 1, 'square', 400],
  ['2:3', 2, 'portrait', 800],
  ['3:2', 4, 'landscape', 1_600],
])(
  'size %s, n = %d: %s, at 400 credits per file, whatever price the body names',
  async (size, n, shape, cost) => {
    const { createUser, submit, poll, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { model, size, n, creditsCost: 1, cost: 0 })
    const media = await poll(user, body.id)
    expect(media).toMatchObject({
      creditsCost: cost,
      orientation: shape,
      durationSeconds: 0,
      resolution: 'SD',
    })
    expect((await entries(user, body.id))[0]).toMatchObject({ reason: 'image_generation', amount: -cost })
  },
)

const url = 'https://pictures.example/a.png'
const product = 'prd_0000000000000000000000'
const photo = 'pho_0000000000000000000000'

test.each<[string, Record<string, unknown>, string]>([
  ['no prompt', { prompt: undefined }, 'prompt'],
  ['a blank prompt', { prompt: ' \n\u200b ' }, 'prompt'],
  ['a prompt of 1,001 characters', { prompt: 'x'.repeat(1_001) }, 'prompt'],
  ['a prompt that is not text', { prompt: 7 }, 'prompt'],
  ['n = 3', { n: 3 }, 'n'],
  ['n as text', { n: '1' }, 'n'],
  ['an unknown size', { size: '4:5' }, 'size'],
  ['an unknown model', { model: 'simulator/none' }, 'model'],
  ['a clientRef of 201 characters', { clientRef: 'x'.repeat(201) }, 'clientRef'],
  ['a blank clientRef', { clientRef: ' ' }, 'clientRef'],
  ['a hook of 101 characters', { hook: 'x'.repeat(101) }, 'hook'],
  ['a URL without TLS', { imageUrls: ['http://pictures.example/a.png'] }, 'imageUrls'],
  ['a private address', { imageUrls: ['https://127.0.0.1/a.png'] }, 'imageUrls'],
  ['one URL instead of a list', { imageUrls: url }, 'imageUrls'],
  ['a mask without TLS', { imageUrls: [url], maskUrl: 'http://pictures.example/m.png' }, 'maskUrl'],
  ['a mask without a reference', { maskUrl: url }, 'maskUrl'],
  ['useProductPhoto as text', { productId: product, useProductPhoto: 'yes' }, 'useProductPhoto'],
  ['useProductPhoto without a product', { useProductPhoto: true }, 'useProductPhoto'],
  ['product photos without a product', { productPhotoReferenceIds: [photo] }, 'productPhotoReferenceIds'],
  [
    'product photos with useProductPhoto: false',
    { productId: product, useProductPhoto: false, productPhotoReferenceIds: [photo] },
    'productPhotoReferenceIds',
  ],
])('%s is answered 400 with the field named; it counts, but is not charged', async (_, change, field) => {
  const { createUser, submit, entries } = system()
  const user = await createUser()
  const { status, headers, body } = await submit(user, change)
  expect([status, body.code, body.field, body.charged]).toEqual([400, 'invalid_request', field, 'none'])
  expect(headers.get('x-ratelimit-remaining')).toBe('9')
  expect(await entries(user)).toHaveLength(1)
})

test('a body that is not JSON is answered 400 and counts', async () => {
  const { call, createUser } = system()
  const { apiKey: key } = await createUser()
  const path = '/api/gen/image'
  const broken = await call('POST', path, { key, body: '{"prompt":' })
  expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
  const form = await call('POST', path, { key, form: formOf({ prompt: 'a mug' }) })
  expect([form.status, form.body.field]).toEqual([400, 'content-type'])
  const large = await call('POST', path, { key, body: { prompt: 'x'.repeat(262_144) } })
  expect([large.status, large.body.code, large.body.limit]).toEqual([400, 'body_too_large', 262_144])
  expect(large.headers.get('x-ratelimit-remaining')).toBe('7')
})

test('the limit of 1,000 for a prompt counts characters, not bytes', async () => {
  const { createUser, submit, poll } = system()
  const user = await createUser()
  const { status, body } = await submit(user, { model, prompt: ` ${'🫖'.repeat(1_000)} ` })
  expect(status).toBe(201)
  expect((await poll(user, body.id)).prompt).toBe('🫖'.repeat(1_000))
})

/** Submits a body, usually wrong in several ways, and returns the status and code of the answer. */
async function submitAndReadCode(user: TestUser, body: Record<string, unknown>): Promise<[number, unknown]> {
  const answer = await system().submit(user, { model, ...body })
  return [answer.status, answer.body.code]
}

test('over the rate limit a replay passes; anything else is 429 before its body is checked', async () => {
  const { createUser, submit } = system()
  const user = await createUser()
  const { body } = await submit(user, { model, clientRef: 'a' })
  await useUpSubmitLimit(system(), user)
  const again = await submit(user, { model, clientRef: 'a' })
  expect([again.status, again.body.id]).toEqual([201, body.id])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await submitAndReadCode(user, { clientRef: 'a', prompt: 'another' })).toEqual([429, 'rate_limited'])
  expect(await submitAndReadCode(user, { prompt: '' })).toEqual([429, 'rate_limited'])
  expect(await submitAndReadCode(user, { productId: product })).toEqual([429, 'rate_limited'])
})

test('fields are checked before ownership, and ownership before a clientRef conflict', async () => {
  const { createUser } = system()
  const [user, other] = [await createUser(), await createUser()]
  const foreign = (await makeProduct(system(), other)).id
  const imageUrls = Array.from({ length: 6 }, (_, i) => `https://pictures.example/${i}.png`)
  expect(await submitAndReadCode(user, { clientRef: 'a' })).toEqual([201, undefined])
  expect(await submitAndReadCode(user, { clientRef: 'a', n: 3, productId: foreign })).toEqual([
    400,
    'invalid_request',
  ])
  expect(await submitAndReadCode(user, { clientRef: 'a', productId: foreign })).toEqual([403, 'not_owner'])
  expect(await submitAndReadCode(user, { clientRef: 'a', productId: product })).toEqual([404, 'not_found'])
  expect(await submitAndReadCode(user, { clientRef: 'a', imageUrls })).toEqual([400, 'too_many_references'])
  expect(await submitAndReadCode(user, { clientRef: 'a', imageUrls, productId: foreign })).toEqual([
    403,
    'not_owner',
  ])
})

test('a clientRef conflict is reported before key limits, and key limits before the balance', async () => {
  const { createUser, submit, entries } = system()
  const user = await createUser(500)
  await setKeyLimits(system(), user, { perJob: 400 })
  // The default model completes, so no refund changes the balance during the test.
  const { body } = await submit(user, { clientRef: 'a' })
  const conflict = await submit(user, { clientRef: 'a', n: 2 })
  expect([conflict.status, conflict.body]).toMatchObject([
    409,
    { code: 'client_ref_conflict', existingId: body.id, charged: 'none' },
  ])
  expect(await submitAndReadCode(user, { n: 2 })).toEqual([403, 'budget_exceeded'])
  const unaffordable = await submit(user, { model })
  expect([unaffordable.status, unaffordable.body]).toMatchObject([
    402,
    { code: 'insufficient_credits', balance: 100, required: 400, charged: 'none' },
  ])
  expect(unaffordable.headers.get('x-ratelimit-remaining')).toBe('6')
  expect(await entries(user)).toHaveLength(2)
})

test('a refused submit frees its clientRef', async () => {
  const { db, createUser, submit } = system()
  const user = await createUser(100)
  expect(await submitAndReadCode(user, { clientRef: 'a', n: 3 })).toEqual([400, 'invalid_request'])
  expect(await submitAndReadCode(user, { clientRef: 'a', productId: product })).toEqual([404, 'not_found'])
  expect(await submitAndReadCode(user, { clientRef: 'a' })).toEqual([402, 'insufficient_credits'])
  await grant(db, { userId: user.id, amount: 400, kind: 'grant', note: 'test' })
  const { status, headers } = await submit(user, { model, clientRef: 'a', prompt: 'something else' })
  expect([status, headers.get('idempotent-replayed')]).toEqual([201, null])
})

test('a replay of a failed job returns its status and asks for a new clientRef', async () => {
  const { createUser, submit, finished, entries } = system()
  const user = await createUser()
  const { body } = await submit(user, { model, clientRef: 'a' })
  await finished(user, body.id)
  const again = await submit(user, { clientRef: ' a ', model, useProductPhoto: undefined, size: '1:1', n: 1 })
  expect(again.body).toMatchObject({
    id: body.id,
    status: 'failed',
    waiting: false,
    pollAfterSeconds: null,
    balanceAfter: 999_600,
  })
  expect(again.body.message).toMatch(/send a new clientRef/)
  expect(await entries(user, body.id)).toHaveLength(2)
})

test('one clientRef may be used for an image and a video', async () => {
  const { call, createUser, submit } = system()
  const user = await createUser()
  const order = { prompt: 'a red mug', model, clientRef: 'a' }
  const image = await submit(user, order)
  const video = await call('POST', '/api/gen/video', { key: user.apiKey, body: order })
  expect([image.status, video.status]).toEqual([201, 201])
  expect(video.body.id).not.toBe(image.body.id)
})

test('each file of a job has its product, character, CEP, angle and hook', async () => {
  const { call, createUser, poll } = system()
  const user = await createUser()
  const productId = (await makeProduct(system(), user)).id
  const characterId = (await makeCharacter(system(), user)).id
  const cep = { productId, cepText: 'cold tea after ten minutes', angle: 'hot until the last sip' }
  const cepId = (await call('POST', '/api/agent/ceps', { key: user.apiKey, body: cep })).body.cep.id
  const made = await makeMedia(system(), user, { productId, characterId, cepId, hook: ' Cold again? ', n: 2 })
  const tags = { productId, characterId, cepId, angle: cep.angle, hook: 'Cold again?' }
  expect(made).toMatchObject(tags)
  expect(await poll(user, made.outputs[1]?.id ?? '')).toMatchObject({ ...tags, parentId: made.id })
  await call('DELETE', `/api/agent/ceps/${cepId}`, { key: user.apiKey })
  expect(await poll(user, made.id)).toMatchObject(tags)
})

test('a job without a CEP has no angle, and one without a hook has no hook', async () => {
  const { createUser, submit, poll } = system()
  const user = await createUser()
  const { body } = await submit(user, { model })
  expect(await poll(user, body.id)).toMatchObject({ cepId: null, angle: null, hook: null })
})

test('prompts that differ only in case and whitespace have the same fingerprint', async () => {
  const { createUser, submit, poll } = system()
  const user = await createUser()
  const fingerprintOf = async (prompt: string) =>
    (await poll(user, (await submit(user, { model, prompt })).body.id)).promptFingerprint
  // The SHA-256 of "a red mug".
  const expected = '10a5c24afb805fb27cf53d2617694afc090a3c9d1245e35c02fdfdb6e5d338c6'
  expect(await fingerprintOf('a red mug')).toBe(expected)
  expect(await fingerprintOf(' A  Red\n\tMUG ')).toBe(expected)
  expect(await fingerprintOf('a red mugs')).not.toBe(expected)
})

test('with n = 4 all four files join the library of the product', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const productId = (await makeProduct(system(), user)).id
  const media = await makeMedia(system(), user, { productId, n: 4 })
  const { body } = await call('GET', `/api/gen/products/${productId}`, { key: user.apiKey })
  expect(body.product.mediaCount).toBe(4)
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).toSorted()
  expect(ids(body.product.media)).toEqual(ids(media.outputs))
})

test('an admin pays for media of another user’s product, and the file joins its library', async () => {
  const { db, call, createUser, entries } = system()
  const [owner, admin] = [await createUser(), await createUser()]
  await db.row(`update users set role = 'admin' where id = $1`, [admin.id])
  const productId = (await makeProduct(system(), owner)).id
  const { id } = await makePhoto(system(), owner, productId)
  const media = await makeMedia(system(), admin, { productId, hook: 'secret', clientRef: 'secret' })
  expect(media).toMatchObject({ status: 'completed', productId, inputs: [{ photoReferenceId: id }] })
  expect([(await entries(admin)).length, (await entries(owner)).length]).toEqual([2, 1])
  const { product } = (await call('GET', `/api/gen/products/${productId}`, { key: owner.apiKey })).body
  expect(product).toMatchObject({ mediaCount: 1, media: [{ id: media.id, videoUrl: media.videoUrl }] })
  // What the admin wrote is not the owner's to read.
  expect(product.media[0]).toMatchObject({ prompt: '', inputs: [], hook: null, clientRef: null })
  expect((await call('GET', `/api/gen/media/${media.id}`, { key: owner.apiKey })).status).toBe(404)
})
