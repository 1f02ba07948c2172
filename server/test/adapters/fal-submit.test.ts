import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { newFalProvider } from '../../src/adapters/fal/index.ts'
import type { ProviderRequest } from '../../src/platform/providers/index.ts'
import { imageRequest, KEY, pictureAt, settingsFor, shared, useFal, videoRequest } from './use-fal.ts'

const REFERENCES = [pictureAt('a.png'), pictureAt('b.png')]
const REFERENCE_URLS = ['a.png?job=med_1', 'b.png?job=med_1'].map(
  (name) => `https://atelier.example/uploads/${name}`,
)
const gpt = { prompt: 'a mug', quality: 'high', output_format: 'png' }
const square = { image_size: { width: 1024, height: 1024 }, num_images: 1 }
const sd = { prompt: 'a mug', resolution: '480p', generate_audio: true }

test.each<[string, ProviderRequest, string, object]>([
  ['1:1', imageRequest(), 'openai/gpt-image-2.5/flare/text-to-image', { ...gpt, ...square }],
  [
    '2:3 and n',
    imageRequest({ size: '2:3', n: 2 }),
    'openai/gpt-image-2.5/flare/text-to-image',
    { ...gpt, image_size: { width: 1024, height: 1536 }, num_images: 2 },
  ],
  [
    '3:2 and n',
    imageRequest({ size: '3:2', n: 4, model: 'fal/gpt-image-2.5-sunburst' }),
    'openai/gpt-image-2.5/sunburst/text-to-image',
    { ...gpt, image_size: { width: 1536, height: 1024 }, num_images: 4 },
  ],
  [
    'references of an image',
    imageRequest({ references: REFERENCES }),
    'openai/gpt-image-2.5/flare/edit',
    { ...gpt, ...square, image_urls: REFERENCE_URLS },
  ],
  [
    'a ratio where the model wants one',
    imageRequest({ model: 'fal/nano-banana-2', size: '2:3', references: REFERENCES }),
    'fal-ai/nano-banana-2/edit',
    {
      prompt: 'a mug',
      aspect_ratio: '2:3',
      num_images: 1,
      resolution: '1K',
      output_format: 'png',
      image_urls: REFERENCE_URLS,
    },
  ],
  [
    'portrait, SD, 6 s',
    videoRequest(),
    'bytedance/seedance-2.5/text-to-video',
    { ...sd, aspect_ratio: '9:16', duration: '6' },
  ],
  [
    'landscape, HD, 10 s',
    videoRequest({ orientation: 'landscape', resolution: 'HD', durationSeconds: 10 }),
    'bytedance/seedance-2.5/text-to-video',
    { ...sd, resolution: '720p', aspect_ratio: '16:9', duration: '10' },
  ],
  [
    'square, 15 s, references of a video',
    videoRequest({ orientation: 'square', durationSeconds: 15, references: REFERENCES }),
    'bytedance/seedance-2.5/reference-to-video',
    { ...sd, aspect_ratio: '1:1', duration: '15', image_urls: REFERENCE_URLS },
  ],
  [
    'a duration in numbers',
    videoRequest({ model: 'fal/grok-imagine-video', durationSeconds: 10, references: REFERENCES }),
    'xai/grok-imagine-video/reference-to-video',
    {
      prompt: 'a mug',
      resolution: '480p',
      aspect_ratio: '9:16',
      duration: 10,
      reference_image_urls: REFERENCE_URLS,
    },
  ],
])('%s arrives as the provider wants it, and the model takes it', async (_, request, endpoint, input) => {
  const { double, provider, buy, received } = await useFal()
  const handle = await buy(request)
  const [post, ...more] = await received('submit')
  expect(more).toEqual([])
  expect(post?.path).toBe(`/${endpoint}`)
  expect(post?.body).toEqual(input)
  await double.advance(600_000)
  const state = await provider.check(handle)
  expect(state).toMatchObject({ kind: 'done' })
  if (state.kind === 'done') expect(state.files).toHaveLength(request.n)
})

test('the key, the callback and the tags are sent, and the input stays stored', async () => {
  const { buy, received } = await useFal()
  await buy(imageRequest({ reference: 'med_1/2' }))
  const [post] = await received('submit')
  expect(post?.query).toEqual({ fal_webhook: shared.callbackUrl })
  expect(post?.headers).toMatchObject({
    authorization: expect.stringMatching(/^Key sha256:/),
    'x-app-fal-disable-fallback': 'true',
    'x-fal-tags': 'job=med_1,part=2',
    'x-fal-object-lifecycle-preference': '{"expiration_duration_seconds":259200}',
  })
  expect(post?.headers).not.toHaveProperty('x-fal-store-io')
})

test('the handle holds the three addresses of the provider, whatever they look like', async () => {
  const { double, submit } = await useFal()
  await double.set({ responseSuffix: true, submitStatus: false, submitGateway: false })
  const base = `${double.url}/openai/gpt-image-2.5/requests/`
  expect(await submit(imageRequest({ n: 2 }))).toEqual({
    kind: 'accepted',
    expectedCostMicros: 106_000,
    handle: {
      jobId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      endpoint: 'openai/gpt-image-2.5/flare/text-to-image',
      statusUrl: expect.stringMatching(`^${base}.*/status$`),
      responseUrl: expect.stringMatching(`^${base}.*/response$`),
      cancelUrl: expect.stringMatching(`^${base}.*/cancel$`),
    },
  })
})

test('an address outside the API never gets the key', async () => {
  const { double, buy } = await useFal()
  const body = { request_id: 'r-1', status_url: 'https://thief.example/status' }
  await double.fault({ fault: 'replace', status: 200, body })
  const handle = await buy()
  expect(handle.statusUrl).toBe(`${double.url}/openai/gpt-image-2.5/requests/r-1/status`)
})

test.each([
  ['a reset before it was handled', { fault: 'reset' }],
  ['a reset after it was handled', { fault: 'reset', when: 'after' }],
  ['a lost reply', { fault: 'lost_reply' }],
  ['silence', { fault: 'lost_reply', end: 'silent' }],
  ['headers that come too late', { fault: 'slow_headers', delayMs: 5_000 }],
  ['a body that does not end in time', { fault: 'trickle', bytes: 1, everyMs: 500 }],
  ['a body that is cut', { fault: 'truncate', share: 0.5, mode: 'length' }],
  ['a chunked body that is cut', { fault: 'truncate', share: 0.5, mode: 'chunked' }],
  ['half a JSON', { fault: 'malformed_json' }],
  ['a 2xx without an id', { fault: 'drop_fields', fields: ['request_id'] }],
  ['a page of a proxy, 502', { fault: 'html' }],
  ['a page of a proxy, 503', { fault: 'html', status: 503 }],
  ['a page of a proxy, 504', { fault: 'html', status: 504, when: 'after' }],
  ['a page of a proxy, 403', { fault: 'html', status: 403 }],
  ['500 in its own words', { fault: 'status', status: 500 }],
  ['502 in its own words', { fault: 'status', status: 502, when: 'after' }],
  ['504 in its own words', { fault: 'status', status: 504 }],
  ['408 in its own words', { fault: 'status', status: 408 }],
  ['a redirect', { fault: 'redirect', when: 'after' }],
  ['an endless body', { fault: 'endless' }],
])('after %s the submit is unknown, and it was posted once', async (_, fault) => {
  const { double, submit, provider } = await useFal()
  await double.fault(fault)
  expect(await submit(imageRequest())).toEqual({ kind: 'unknown', expectedCostMicros: 53_000 })
  expect(provider.expectedCostMicros?.(imageRequest())).toBe(53_000)
  expect((await double.log()).perReference).toEqual({ 'med_1/1': { posts: 1, accepted: expect.any(Number) } })
})

test.each([
  ['a bad key', { fault: 'unauthorized' }, { class: 'auth' }],
  // Not a refused prompt, nor a missing permission.
  ['no credit', { fault: 'out_of_credit' }, { class: 'quota' }],
  [
    '403 for another reason',
    { fault: 'replace', status: 403, body: { detail: 'Forbidden' } },
    { class: 'auth' },
  ],
  ['429', { fault: 'rate_limited' }, { class: 'rate' }],
  [
    '429 with a pause',
    { fault: 'rate_limited', retryAfterSeconds: 7 },
    { class: 'rate', retryAfterMs: 7_000 },
  ],
  ['429 of a proxy', { fault: 'html', status: 429 }, { class: 'rate' }],
  ['503 in its own words', { fault: 'status', status: 503 }, { class: 'provider_transient' }],
  [
    '503 with a pause',
    { fault: 'status', status: 503, retryAfterSeconds: 2 },
    { class: 'provider_transient', retryAfterMs: 2_000 },
  ],
  [
    'a model that is gone',
    { fault: 'replace', status: 404, body: { detail: 'Application not found' } },
    { class: 'provider_failed' },
  ],
  [
    'content',
    {
      fault: 'replace',
      status: 422,
      body: { detail: [{ type: 'content_policy_violation', msg: 'Flagged.', input: 'a mug' }] },
    },
    { class: 'moderation', message: 'Flagged.' },
  ],
  [
    'input',
    { fault: 'replace', status: 400, body: { detail: 'Bad body', error_type: 'bad_request' } },
    { class: 'invalid_input', message: 'Bad body' },
  ],
])('%s refuses the submit: nothing was bought', async (_, fault, expected) => {
  const { double, submit } = await useFal()
  await double.fault(fault)
  const answer = await submit(imageRequest())
  expect(answer).toEqual({ kind: 'refused', message: expect.any(String), ...expected })
  expect((await double.log()).perReference).toEqual({ 'med_1/1': { posts: 1, accepted: 0 } })
})

test('a locked account refuses submits, and its running request is read', async () => {
  const { double, provider, submit, buy } = await useFal()
  const handle = await buy()
  await double.set({ locked: 'Admin lock' })
  expect(await submit(imageRequest())).toMatchObject({ kind: 'refused', class: 'quota' })
  expect(await provider.check(handle)).toEqual({ kind: 'pending', progress: null })
})

test('a provider that cannot be reached was sent nothing', async () => {
  const { double, provider } = await useFal()
  await double.kill()
  const answer = await provider.submit(imageRequest(), 3_000)
  expect(answer).toEqual({
    kind: 'refused',
    class: 'provider_transient',
    message: 'The provider cannot be reached.',
  })
})

test('no message tells the key, an id, an address or the prompt', async () => {
  const { double, submit } = await useFal()
  const id = '1f0c7b1e-6d0a-4a53-9a4e-0d5f1c2b3a49'
  const msg = `Wrong: ${KEY} at https://queue.example/x of ${id}`
  const detail = [{ type: 'value_error', msg, input: 'a mug', url: 'https://docs.example/' }]
  await double.fault({ fault: 'replace', status: 422, body: { detail } })
  expect(await submit(imageRequest())).toEqual({
    kind: 'refused',
    class: 'invalid_input',
    message: 'Wrong: at of',
  })
})

test('a redirect is not followed', async () => {
  const visits: string[] = []
  const elsewhere = createServer((req, res) => {
    visits.push(req.headers.authorization ?? '')
    res.end('{"request_id":"r-1"}')
  })
  await new Promise<void>((go) => elsewhere.listen(0, '127.0.0.1', go))
  onTestFinished(() => void elsewhere.close())
  const { double, submit } = await useFal()
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
  await double.fault({ fault: 'redirect', status: 307, location })
  expect(await submit(imageRequest())).toMatchObject({ kind: 'unknown' })
  expect(visits).toEqual([])
})

test.each<[string, ProviderRequest]>([
  ['an unknown model', imageRequest({ model: 'fal/none' })],
  ['a mask', imageRequest({ references: REFERENCES, mask: pictureAt('m.png') })],
  ['a mask without a picture', imageRequest({ model: 'fal/gpt-image-2', mask: pictureAt('m.png') })],
  ['too many pictures', imageRequest({ model: 'fal/nano-banana-2', n: 5 })],
  ['too many references', videoRequest({ references: Array.from({ length: 31 }, () => pictureAt('a.png')) })],
  ['another kind', imageRequest({ model: 'fal/seedance-2.5' })],
  ['another duration', videoRequest({ durationSeconds: 8 })],
  [
    'a long video of references',
    videoRequest({ model: 'fal/grok-imagine-video', durationSeconds: 15, references: REFERENCES }),
  ],
])('%s that a model cannot serve is refused before anything is sent', async (_, request) => {
  const provider = newFalProvider(settingsFor('http://127.0.0.1:1'))
  const answer = await provider.submit(request, 1_000)
  expect(answer).toMatchObject({ kind: 'refused', class: 'invalid_input' })
})
