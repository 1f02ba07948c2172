import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { kieCatalogue, newKieProvider, unconfirmedKieOffers } from '#adapters/kie'
import type { ProviderRequest } from '#platform/providers'
import {
  CALLBACK_URL,
  expectClean,
  image,
  KEY,
  png,
  reference,
  TIMEOUT_MS,
  useKie,
  video,
} from './use-kie.ts'

const fingerprint = `Bearer sha256:${hash('sha256', KEY).slice(0, 8)}`

test('an image order arrives with every field and our key, in one POST', async () => {
  const { provider, posts } = await useKie()
  expect(await provider.submit(image(), TIMEOUT_MS)).toEqual({
    kind: 'accepted',
    handle: { jobId: expect.stringMatching(/^[0-9a-f]{32}$/) },
    expectedCostMicros: 30_000,
  })
  const [post, ...others] = await posts()
  expect(others).toEqual([])
  expect(post).toMatchObject({
    path: '/api/v1/jobs/createTask',
    headers: { authorization: fingerprint, 'content-type': 'application/json' },
  })
  expect(post?.body).toEqual({
    model: 'gpt-image-2-5-flare-text-to-image',
    callBackUrl: CALLBACK_URL,
    input: { prompt: 'a mug', aspect_ratio: '2:3', resolution: '1K' },
  })
})

test('a video order arrives with every field: duration as a number, sound always said', async () => {
  const { provider, posts } = await useKie()
  const request = video({ references: [reference(), reference({ url: 'https://us.example/photos/2.png' })] })
  // 63 credits for each of 10 seconds.
  expect(await provider.submit(request, TIMEOUT_MS)).toMatchObject({
    kind: 'accepted',
    expectedCostMicros: 3_150_000,
  })
  expect((await posts()).map(({ body }) => body)).toEqual([
    {
      model: 'bytedance/seedance-2-5',
      callBackUrl: CALLBACK_URL,
      input: {
        prompt: 'a mug',
        reference_image_urls: ['https://us.example/photos/1.png', 'https://us.example/photos/2.png'],
        aspect_ratio: '9:16',
        resolution: '720p',
        duration: 10,
        generate_audio: true,
      },
    },
  ])
})

test('an image with references goes to the model that takes them, and png is asked for', async () => {
  const { provider, posts } = await useKie({ offers: [...kieCatalogue, ...unconfirmedKieOffers] })
  const references = [reference()]
  for (const model of ['kie/gpt-image-2', 'kie/nano-banana-2', 'kie/gpt-image-2-6-flare'])
    expect(await provider.submit(image({ model, size: '3:2', references }), TIMEOUT_MS)).toMatchObject({
      kind: 'accepted',
    })
  const urls = ['https://us.example/photos/1.png']
  const input = { prompt: 'a mug', aspect_ratio: '3:2', resolution: '1K' }
  expect((await posts()).map(({ body }) => body)).toMatchObject([
    { model: 'gpt-image-2-image-to-image', input: { ...input, input_urls: urls } },
    { model: 'nano-banana-2', input: { ...input, image_input: urls, output_format: 'png' } },
    { model: 'gpt-image-2-6-flare-image-to-image', input: { ...input, output_format: 'png' } },
  ])
})

test('everything that a model offers is taken by the provider, with and without references', async () => {
  const offers = [...kieCatalogue, ...unconfirmedKieOffers]
  const { provider, posts, double } = await useKie({ offers })
  await double.set({ runningMax: null })
  const orders = offers.flatMap((offer) => {
    const counts = [0, Math.min(5, offer.referencesMax)]
    const shared = counts.map((count) => ({
      model: offer.id,
      references: Array.from({ length: count }, () => reference()),
    }))
    if (offer.kind === 'image')
      return offer.sizes.flatMap((size) => shared.map((one) => image({ ...one, size })))
    return offer.orientations.flatMap((orientation) =>
      offer.resolutions.flatMap((resolution) =>
        offer.durationsSeconds.flatMap((durationSeconds) =>
          shared.map((one) => video({ ...one, orientation, resolution, durationSeconds })),
        ),
      ),
    )
  })
  for (const order of orders)
    expect(await provider.submit(order, TIMEOUT_MS), JSON.stringify(order)).toMatchObject({
      kind: 'accepted',
    })
  expect(await posts()).toHaveLength(orders.length)
})

test('the shapes of videos and SD are said in the words of the provider', async () => {
  const { provider, posts } = await useKie()
  for (const orientation of ['landscape', 'square'] as const)
    await provider.submit(video({ orientation, resolution: 'SD', durationSeconds: 6 }), TIMEOUT_MS)
  expect((await posts()).map(({ body }) => body)).toMatchObject([
    { input: { aspect_ratio: '16:9', resolution: '480p', duration: 6 } },
    { input: { aspect_ratio: '1:1', resolution: '480p', duration: 6 } },
  ])
})

test('what a model cannot serve is refused before anything is sent', async () => {
  const { provider, double } = await useKie({ referencesAs: 'upload' })
  const gaps: [request: ProviderRequest, message: string][] = [
    // One that is left out would change the whole picture, whatever its black and white mean.
    [image({ references: [reference()], mask: reference() }), 'This model takes no mask'],
    [video({ references: [reference()], mask: reference() }), 'This model takes no mask'],
    [image({ n: 2 }), 'This model makes one file at once'],
    [image({ references: Array(17).fill(reference()) }), 'This model takes at most 16 references'],
    [
      video({ model: 'kie/grok-imagine', references: [reference()] }),
      'This model takes at most 0 references',
    ],
    [video({ model: 'kie/gpt-image-2' }), 'This model makes no video'],
    [video({ durationSeconds: 7 }), 'This model does not make videos of 7 seconds'],
    [image({ model: 'kie/dall-e-3' }), 'This model is not offered'],
  ]
  for (const [request, message] of gaps)
    expect(await provider.submit(request, TIMEOUT_MS)).toEqual({
      kind: 'refused',
      class: 'invalid_input',
      message,
    })
  expect((await double.log()).requests).toEqual([])
})

test('what is offered: one file a task, no mask, no cancel, no search', async () => {
  const provider = newKieProvider({
    key: KEY,
    apiUrl: 'https://api.kie.example',
    uploadUrl: 'https://uploads.kie.example',
    fileHosts: ['https://files.kie.example'],
    referencesAs: 'url',
  })
  expect(provider).toMatchObject({
    name: 'kie',
    isSimulated: false,
    filesPerJob: 1,
    lostTries: 'wait',
    ownOrigin: 'https://api.kie.example',
    fileHosts: ['https://files.kie.example'],
    times: { checkFloorMs: 2_000 },
  })
  expect(provider.cancel).toBeUndefined()
  expect(provider.find).toBeUndefined()
  expect(provider.offers[0]).toMatchObject({ id: 'kie/gpt-image-2-5-flare', kind: 'image' })
  expect(kieCatalogue.filter((offer) => offer.kind === 'image' && offer.takesMask)).toEqual([])
  expect(kieCatalogue.every(({ id }) => /^kie\/[a-z0-9-]+$/.test(id))).toBe(true)
})

test('references are uploaded once each under own names, and their addresses are ordered', async () => {
  const { provider, requests, posts } = await useKie({ referencesAs: 'upload' })
  const references = [reference(), reference()]
  await provider.submit(image({ references }), TIMEOUT_MS)
  const uploads = await requests('upload')
  expect(uploads).toHaveLength(2)
  for (const one of uploads) {
    expect(one).toMatchObject({ path: '/api/file-stream-upload', headers: { authorization: fingerprint } })
    expect(one.body).toMatchObject({ files: [{ field: 'file', type: 'image/png', sizeBytes: png.length }] })
    expect(JSON.stringify(one.body)).not.toContain('fileName')
  }
  const ordered = (await posts()).map(({ body }) => body as { input: { input_urls: string[] } })
  expect(ordered).toHaveLength(1)
  const urls = ordered.flatMap(({ input }) => input.input_urls)
  expect(new Set(urls).size).toBe(2)
  for (const url of urls) expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(png)
})

test('the older field of an upload answer is read too', async () => {
  const { provider, double } = await useKie({ referencesAs: 'upload' })
  await double.set({ uploadUrlField: 'fileUrl' })
  expect(await provider.submit(image({ references: [reference()] }), TIMEOUT_MS)).toMatchObject({
    kind: 'accepted',
  })
})

test('an upload that fails buys nothing, and says whether it may be tried again', async () => {
  const { provider, double, posts } = await useKie({ referencesAs: 'upload' })
  const faults: [fault: object, refused: object][] = [
    [{ fault: 'html', status: 502 }, { class: 'provider_transient' }],
    [{ fault: 'lost_reply' }, { class: 'provider_transient' }],
    [
      { fault: 'rate_limited', retryAfterSeconds: 7 },
      { class: 'provider_transient', retryAfterMs: 7_000 },
    ],
    [{ fault: 'status', status: 500, httpStatus: 200 }, { class: 'provider_transient' }],
    [{ fault: 'malformed_json' }, { class: 'provider_transient' }],
    [{ fault: 'drop_fields', fields: ['data'] }, { class: 'provider_transient' }],
    [{ fault: 'redirect' }, { class: 'provider_transient' }],
    [{ fault: 'out_of_credit' }, { class: 'quota' }],
    [{ fault: 'unauthorized' }, { class: 'auth' }],
    [{ fault: 'status', status: 422, httpStatus: 200 }, { class: 'input_unreachable' }],
  ]
  for (const [fault, refused] of faults) {
    await double.fault({ ...fault, on: 'upload' })
    const answer = await provider.submit(image({ references: [reference()] }), TIMEOUT_MS)
    expect(answer, JSON.stringify(fault)).toEqual({
      kind: 'refused',
      message: expect.any(String),
      ...refused,
    })
    expectClean(answer)
  }
  expect(await posts()).toEqual([])
})

test('a reference that cannot be read buys nothing', async () => {
  const { provider, posts } = await useKie({ referencesAs: 'upload' })
  const broken = reference({ load: async () => Promise.reject(new Error('gone')) })
  expect(await provider.submit(image({ references: [broken] }), TIMEOUT_MS)).toMatchObject({
    kind: 'refused',
    class: 'provider_transient',
  })
  expect(await posts()).toEqual([])
})

test('an upload that takes too long leaves nothing bought', async () => {
  const { provider, double, posts } = await useKie({ referencesAs: 'upload' })
  await double.fault({ fault: 'slow_headers', delayMs: 5_000, on: 'upload' })
  expect(await provider.submit(image({ references: [reference()] }), 600)).toMatchObject({
    kind: 'refused',
    class: 'provider_transient',
  })
  expect(await posts()).toEqual([])
})
