import { SubmitAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { drawPng, formOf, makeCharacter, makePhoto, makeProduct } from './make-album.ts'

const system = useSharedSystem()
/** Fails quickly and renders nothing. */
const model = 'simulator/fail'

type Fields = Record<string, string>
const send = (user: TestUser, body: Record<string, unknown>) =>
  system().call('POST', '/api/gen/video', {
    key: user.apiKey,
    body: { prompt: 'a mug turns', model, ...body },
  })
const sendForm = (user: TestUser, fields: Fields, file: Buffer | null = drawPng()) =>
  system().call('POST', '/api/gen/video', {
    key: user.apiKey,
    form: formOf({ prompt: 'a mug turns', model, ...fields }, file),
  })

const prices = [
  ['SD', 6, 1_000],
  ['SD', 10, 1_300],
  ['SD', 15, 1_950],
  ['HD', 6, 2_000],
  ['HD', 10, 2_600],
  ['HD', 15, 3_900],
] as const

test.each(prices)(
  '%s, %d s costs %d credits, as JSON and as a form',
  async (resolution, durationSeconds, cost) => {
    const { createUser, poll, entries } = system()
    const user = await createUser()
    const asJson = await send(user, { resolution, durationSeconds })
    const asForm = await sendForm(user, { resolution, durationSeconds: String(durationSeconds) })
    for (const { status, body } of [asJson, asForm]) {
      expect([status, body.creditsCost]).toEqual([201, cost])
      SubmitAnswer.strict().parse(body)
      expect(await poll(user, body.id)).toMatchObject({ mediaType: 'VIDEO', resolution, durationSeconds })
      expect((await entries(user, body.id))[0]).toMatchObject({ reason: 'video_generation', amount: -cost })
    }
  },
)

test('as JSON: product and character are both references, and the video joins the library', async () => {
  const { call, createUser, finished } = system()
  const user = await createUser()
  const productId = (await makeProduct(system(), user)).id
  const characterId = (await makeCharacter(system(), user)).id
  const [front, face] = [
    await makePhoto(system(), user, productId, 'front'),
    await makePhoto(system(), user, characterId, 'face'),
  ]
  const order = { model: undefined, productId, characterId, durationSeconds: 6, orientation: 'landscape' }
  const { body } = await send(user, order)
  const media = await finished(user, body.id)
  expect(media).toMatchObject({
    status: 'completed',
    orientation: 'landscape',
    resolution: 'SD',
    durationSeconds: 6,
    productId,
    characterId,
    inputs: [
      { photoReferenceId: front.id, label: 'front', order: 0, fileUrl: front.url },
      { photoReferenceId: face.id, label: 'face', order: 1, fileUrl: face.url },
    ],
  })
  expect((await fetch(media.videoUrl as string, { method: 'HEAD' })).headers.get('content-type')).toBe(
    'video/mp4',
  )
  const { product } = (await call('GET', `/api/gen/products/${productId}`, { key: user.apiKey })).body
  expect(product).toMatchObject({ mediaCount: 1, media: [{ id: media.id }] })
})

test('as a form: the file is the only reference, and the default is portrait, SD, 10 s', async () => {
  const { db, createUser, poll } = system()
  const user = await createUser()
  const { status, body } = await sendForm(user, { productId: 'prd_0000000000000000000000', hook: 'Cold?' })
  expect([status, body.ignoredFields]).toEqual([201, ['productId']])
  const media = await poll(user, body.id)
  expect(media).toMatchObject({
    orientation: 'portrait',
    resolution: 'SD',
    durationSeconds: 10,
    productId: null,
    inputs: [{ order: 0 }],
  })
  const [input] = media.inputs
  expect((await fetch(input?.fileUrl ?? '')).headers.get('content-type')).toBe('image/png')
  expect(await db.row(`select kind, user_id from photos where id = $1`, [input?.photoReferenceId])).toEqual({
    kind: 'upload',
    user_id: user.id,
  })
})

test('a job submitted as a form completes', async () => {
  const { createUser, finished } = system()
  const user = await createUser()
  const { body } = await sendForm(user, {
    model: 'simulator/ok',
    durationSeconds: '6',
    orientation: 'square',
  })
  expect(await finished(user, body.id)).toMatchObject({ status: 'completed', mediaType: 'VIDEO' })
})

test('the same file under the same clientRef is a replay, and another file a conflict', async () => {
  const { createUser, entries } = system()
  const user = await createUser()
  const first = await sendForm(user, { clientRef: 'a' })
  const again = await sendForm(user, { clientRef: 'a', orientation: 'portrait' })
  expect([again.status, again.body.id]).toEqual([201, first.body.id])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = await sendForm(user, { clientRef: 'a' }, drawPng(32, 24, [0, 0, 0]))
  const json = await send(user, { clientRef: 'a' })
  for (const { status, body } of [other, json])
    expect([status, body.code, body.existingId]).toEqual([409, 'client_ref_conflict', first.body.id])
  expect((await entries(user)).filter(({ amount }) => amount < 0)).toEqual([
    { reason: 'video_generation', amount: -1_300, balanceAfter: 998_700 },
  ])
})

test.each<[string, Record<string, unknown>, string]>([
  ['no prompt', { prompt: undefined }, 'prompt'],
  ['a prompt of 2,001 characters', { prompt: 'x'.repeat(2_001) }, 'prompt'],
  ['7 s', { durationSeconds: 7 }, 'durationSeconds'],
  ['a duration as text', { durationSeconds: '10' }, 'durationSeconds'],
  ['an unknown orientation', { orientation: 'round' }, 'orientation'],
  ['an unknown resolution', { resolution: '4K' }, 'resolution'],
  ['an unknown model', { model: 'simulator/none' }, 'model'],
])('as JSON: %s is answered 400 with the field named, and nothing is charged', async (_, change, field) => {
  const user = await system().createUser()
  const { status, body } = await send(user, change)
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
  expect(await system().entries(user)).toHaveLength(1)
})

test.each<[string, Fields, Buffer | null, string]>([
  ['a blank prompt', { prompt: ' ' }, drawPng(), 'prompt'],
  ['an unknown orientation', { orientation: 'round' }, drawPng(), 'orientation'],
  ['7 s', { durationSeconds: '7' }, drawPng(), 'durationSeconds'],
  ['no file', {}, null, 'file'],
  ['a text file', {}, Buffer.from('not a picture at all'), 'file'],
  ['a truncated picture', {}, drawPng().subarray(0, 60), 'file'],
])(
  'as a form: %s is answered 400 with the field named, and nothing is charged',
  async (_, fields, file, field) => {
    const user = await system().createUser()
    const { status, body } = await sendForm(user, fields, file)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
    expect(await system().entries(user)).toHaveLength(1)
  },
)

test('two files, a file above 10 MB and a body of another type are answered 400', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const two = formOf({ prompt: 'a mug', model })
  two.append('file', new Blob([new Uint8Array(drawPng())]), 'second.png')
  const second = await call('POST', '/api/gen/video', { key: user.apiKey, form: two })
  expect([second.status, second.body.field]).toEqual([400, 'file'])
  const large = await sendForm(user, {}, Buffer.concat([drawPng(), Buffer.alloc(10_485_760)]))
  expect([large.status, large.body.code, large.body.limit]).toEqual([400, 'body_too_large', 10_485_760])
  const headers = { 'content-type': 'text/plain' }
  const plain = await call('POST', '/api/gen/video', { key: user.apiKey, body: 'a mug', headers })
  expect([plain.status, plain.body.field]).toEqual([400, 'content-type'])
  expect(plain.headers.get('x-ratelimit-remaining')).toBe('7')
})

test('missing credits are answered 402 and a refusing provider 503, as for images', async () => {
  const { createUser, entries, poll } = system()
  const user = await createUser(2_000)
  const unaffordable = await sendForm(user, { resolution: 'HD' })
  expect([unaffordable.status, unaffordable.body]).toMatchObject([402, { balance: 2_000, required: 2_600 }])
  const { status, body } = await send(user, { model: 'simulator/refuse' })
  expect([status, body]).toMatchObject([
    503,
    { code: 'provider_unavailable', charged: 'refunded', balance: 2_000 },
  ])
  expect(await entries(user, body.id)).toMatchObject([
    { reason: 'video_generation', amount: -1_300 },
    { reason: 'video_generation_refund', amount: 1_300 },
  ])
  expect(await poll(user, body.id)).toMatchObject({ status: 'failed', mediaType: 'VIDEO' })
})
