import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newRunwayProvider, runwayCatalogue } from '#adapters/runway'
import { image, KEY, png, reference, TIMEOUT_MS, useRunway, video } from './use-runway.ts'

const fingerprint = `sha256:${hash('sha256', KEY).slice(0, 8)}`

test('a video order arrives with every field, our key and the version, in one POST', async () => {
  const { provider, posts } = await useRunway()
  const answer = await provider.submit(video(), TIMEOUT_MS)
  // 120 credits, estimated 4 % too high by the double.
  expect(answer).toEqual({
    kind: 'accepted',
    handle: { jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    expectedCostMicros: 1_250_000,
  })
  const [post, ...others] = await posts()
  expect(others).toEqual([])
  expect(post).toMatchObject({
    path: '/v1/text_to_video',
    headers: { authorization: `Bearer ${fingerprint}`, 'x-runway-version': '2024-11-06' },
  })
  expect(post?.body).toEqual({
    model: 'seedance2_5',
    promptText: 'a mug',
    ratio: '720:1280',
    duration: 10,
    audio: true,
  })
})

test('an image order arrives with every field: n is the count of outputs', async () => {
  const { provider, posts } = await useRunway()
  const answer = await provider.submit(image({ n: 4 }), TIMEOUT_MS)
  expect(answer).toMatchObject({ kind: 'accepted', expectedCostMicros: 210_000 })
  const [post] = await posts()
  expect(post?.path).toBe('/v1/text_to_image')
  expect(post?.body).toEqual({
    model: 'gpt_image_2_5_flare',
    promptText: 'a mug',
    ratio: '1280:1920',
    outputCount: 4,
    quality: 'high',
  })
})

test('every size, shape, resolution and duration of every model is taken by the provider', async () => {
  const { provider, posts, double } = await useRunway()
  await double.set({ dailyGenerations: null })
  const orders = runwayCatalogue.flatMap((offer) =>
    offer.kind === 'image'
      ? offer.sizes.map((size) => image({ model: offer.id, size }))
      : offer.orientations.flatMap((orientation) =>
          offer.resolutions.flatMap((resolution) =>
            offer.durationsSeconds.map((durationSeconds) =>
              video({ model: offer.id, orientation, resolution, durationSeconds }),
            ),
          ),
        ),
  )
  for (const order of orders) {
    const { kind } = await provider.submit(order, TIMEOUT_MS)
    expect([order, kind]).toEqual([order, 'accepted'])
  }
  const sent = (await posts()).map(({ body }) => body)
  expect(sent).toHaveLength(orders.length)
  const ratiosOf = (model: string) => [
    ...new Set(
      sent.filter((body) => body.model === model).map(({ ratio, resolution }) => resolution ?? ratio),
    ),
  ]
  expect(ratiosOf('gpt_image_2')).toEqual(['1920:1920', '1280:1920', '1920:1280'])
  expect(ratiosOf('seedance2_5')).toEqual([
    '480:854',
    '720:1280',
    '854:480',
    '1280:720',
    '640:640',
    '960:960',
  ])
  expect(ratiosOf('seedance2_mini')).toEqual([
    '496:864',
    '720:1280',
    '864:496',
    '1280:720',
    '640:640',
    '960:960',
  ])
  expect(ratiosOf('grok_imagine_1_5')).toEqual(['480p', '720p'])
  expect(
    sent.filter(({ model }) => !String(model).startsWith('gpt')).every(({ audio }) => audio === true),
  ).toBe(true)
})

test('references are uploaded as bytes, without our key, and named in their order', async () => {
  const { provider, posts, double } = await useRunway()
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
  const second = reference({ load: async () => ({ bytes: jpeg, contentType: 'image/jpeg' }) })
  const answer = await provider.submit(image({ references: [reference(), second] }), TIMEOUT_MS)
  expect(answer.kind).toBe('accepted')
  const { requests, jobs } = await double.log()
  const stored = requests.filter(({ route }) => route === 'storage')
  expect(stored.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  const files = stored.flatMap(({ body }) => (body as { files: { type: string; sha256: string }[] }).files)
  expect(files.map(({ type, sha256 }) => `${type} ${sha256}`).sort()).toEqual([
    `image/jpeg ${hash('sha256', jpeg)}`,
    `image/png ${hash('sha256', png)}`,
  ])
  const sent = (await posts())[0]?.body.referenceImages as { uri: string; tag: string }[]
  expect(sent.map(({ tag }) => tag)).toEqual(['ref_1', 'ref_2'])
  const pathOf = (type: string) =>
    stored.find(({ body }) => (body as { files: { type: string }[] }).files[0]?.type === type)?.path ?? ''
  expect(sent.map(({ uri }) => uri.replace('runway://', '/storage/'))).toEqual([
    pathOf('image/png'),
    pathOf('image/jpeg'),
  ])
  expect(jobs).toHaveLength(1)
})

test('five references of a video are named in one POST', async () => {
  const { provider, posts, requests } = await useRunway()
  const references = Array.from({ length: 5 }, () => reference())
  expect((await provider.submit(video({ references }), TIMEOUT_MS)).kind).toBe('accepted')
  const [post, ...others] = await posts()
  expect(others).toEqual([])
  expect(post?.body.references).toEqual(references.map(() => ({ uri: expect.stringMatching(/^runway:/) })))
  expect(await requests('upload')).toHaveLength(5)
})

test('by setting, references travel as our URLs or inside the order', async () => {
  const byUrl = await useRunway({ referencesAs: 'url' })
  await byUrl.double.set({ fetchReferences: false })
  await byUrl.buy(video({ references: [reference()] }))
  expect((await byUrl.posts())[0]?.body.references).toEqual([{ uri: 'https://us.example/photos/1.png' }])
  const inside = await useRunway({ referencesAs: 'data' })
  await inside.buy(video({ references: [reference()] }))
  expect((await inside.posts())[0]?.body.references).toEqual([
    { uri: `data:image/png;base64,${png.toString('base64')}` },
  ])
  // A data URI has at most 5 MB, and base64 makes 4 bytes of 3.
  const large = Buffer.concat([png, Buffer.alloc(4 << 20)])
  const big = reference({ load: async () => ({ bytes: large, contentType: 'image/png' }) })
  await inside.buy(video({ references: [big] }))
  expect(await inside.requests('storage')).toHaveLength(1)
})

test('what a model cannot serve is refused before anything is sent', async () => {
  const { provider, double } = await useRunway()
  const many = Array.from({ length: 10 }, () => reference())
  const unserved = [
    [image({ mask: reference(), references: [reference()] }), 'takes no mask'],
    [image({ model: 'runway/gpt-image-2-6' }), 'not offered'],
    [video({ model: 'runway/gpt-image-2' }), 'makes no video'],
    [image({ model: 'runway/seedance2' }), 'makes no image'],
    [
      video({ model: 'runway/grok-imagine-1-5', durationSeconds: 15, references: [reference()] }),
      'at most 10 seconds',
    ],
    [image({ n: 11 }), 'at most 10'],
    [video({ n: 2 }), 'one video'],
    [video({ model: 'runway/seedance2', references: many }), 'at most 9'],
  ] as const
  for (const [request, sentence] of unserved) {
    expect(await provider.submit(request, TIMEOUT_MS)).toEqual({
      kind: 'refused',
      class: 'invalid_input',
      message: expect.stringContaining(sentence),
    })
  }
  expect((await double.log()).requests).toEqual([])
})

test('the port says that lost jobs cannot be found, and that one job makes all files', async () => {
  const settings = { key: KEY, baseUrl: 'https://api.example', uploadHosts: [] }
  const provider = newRunwayProvider({ ...settings, fileHosts: ['https://files.example'] })
  expect(provider).toMatchObject({
    name: 'runway',
    isSimulated: false,
    lostTries: 'wait',
    filesPerJob: 4,
    fileHosts: ['https://files.example'],
    times: { checkFloorMs: 5_000 },
  })
  expect([provider.find, provider.adopt, provider.readCallback]).toEqual([undefined, undefined, undefined])
  expect(provider.offers.map(({ id }) => id)).toEqual(runwayCatalogue.map(({ id }) => id))
})
