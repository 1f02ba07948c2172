import { expect, test } from 'vitest'
import { readError, useOpenAi } from './use-openai.ts'

test('a blocked prompt is a 400 of its own type after the wait, and free', async () => {
  const double = await useOpenAi({ time: 'virtual' })
  await double.fault({ fault: 'fail', violations: ['violence', 'self-harm'], match: { prompt: 'blood' } })
  const { reply } = await double.hold({ prompt: 'blood' })
  await double.advance(60_000)
  const answer = await reply
  const requestId = answer.headers.get('x-request-id') ?? 'none'
  const { message, ...rest } = await readError(answer)
  expect(rest).toEqual({
    status: 400,
    type: 'image_generation_user_error',
    param: null,
    code: 'moderation_blocked',
  })
  expect(message).toContain('safety_violations=[violence, self-harm]')
  expect(message).toContain(requestId)
  expect((await double.bill()).entries).toEqual([])
})

test('a job can fail with an error of the server, after the wait', async () => {
  const double = await useOpenAi()
  await double.fault({ fault: 'fail', code: 'server_error' })
  expect(await readError(await double.generate())).toMatchObject({ status: 500, type: 'server_error' })
})

test('too fast, out of quota and over the billing limit look different', async () => {
  const double = await useOpenAi()
  await double.fault({ fault: 'rate_limited' }, { fault: 'out_of_credit', times: 2 })
  const rate = await readError(await double.generate())
  const quota = await readError(await double.generate())
  await double.set({ outOfCreditAs: 'billing' })
  const billing = await readError(await double.generate())
  expect([rate, quota, billing]).toMatchObject([
    { status: 429, code: 'rate_limit_exceeded' },
    { status: 429, code: 'insufficient_quota', type: 'insufficient_quota', param: null },
    { status: 400, code: 'billing_hard_limit_reached' },
  ])
  expect((await double.log()).counts).toMatchObject({ posts: 3, accepted: 0 })
})

test('an empty balance refuses without a fault', async () => {
  const double = await useOpenAi({ time: 'real', scale: 1e6, settings: { balanceMicroUsd: 1 } })
  expect((await double.generate()).status).toBe(200)
  expect(await readError(await double.generate())).toMatchObject({ status: 429, code: 'insufficient_quota' })
})

test('images of a minute are limited, and the pause is told in two units', async () => {
  const double = await useOpenAi({ time: 'virtual', settings: { imagesPerMinute: 3 } })
  const held = await double.hold({ n: 2 })
  await double.advance(10_500)
  const refused = await double.generate({ n: 2 })
  const hints = ['retry-after', 'retry-after-ms', 'x-should-retry']
  expect(hints.map((name) => refused.headers.get(name))).toEqual(['50', '49500', null])
  expect(await readError(refused)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
  await double.advance(49_500)
  const second = await double.hold({ n: 2 })
  await double.advance(60_000)
  expect([(await held.reply).status, (await second.reply).status]).toEqual([200, 200])
})

test('hints for clients that retry are sent as they are set', async () => {
  const double = await useOpenAi()
  const hintsOf = ({ headers }: Response) =>
    ['retry-after', 'retry-after-ms', 'x-should-retry'].map((name) => headers.get(name))
  await double.set({ shouldRetry: 'false', retryAfterIn: 'ms' })
  await double.fault({ fault: 'rate_limited', retryAfterSeconds: 1.5 })
  expect(hintsOf(await double.generate())).toEqual([null, '1500', 'false'])
  await double.set({ shouldRetry: null, retryAfterIn: 's' })
  await double.fault({ fault: 'rate_limited', retryAfterSeconds: 7 })
  expect(hintsOf(await double.generate())).toEqual(['7', null, null])
  const headers = { 'x-should-retry': 'true', 'retry-after-ms': '60000' }
  await double.fault({ fault: 'status', status: 503, headers })
  expect(hintsOf(await double.generate())).toEqual([null, '60000', 'true'])
})

test.each([408, 409, 500, 502, 503, 504])(
  '%i comes in the JSON envelope or as a page of a proxy',
  async (status) => {
    const double = await useOpenAi()
    await double.fault({ fault: 'status', status }, { fault: 'status', status, envelope: 'html' })
    const own = await double.generate()
    expect(own.headers.get('x-request-id')).toMatch(/^req_/)
    const { error } = (await own.json()) as { error: object }
    expect([own.status, Object.keys(error)]).toEqual([status, ['message', 'type', 'param', 'code']])
    const page = await double.generate()
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html'])
  },
)

test('keys: none, a wrong one, and one of the other kind', async () => {
  const double = await useOpenAi()
  const none = await fetch(`${double.url}/v1/models`)
  expect(await readError(none)).toMatchObject({ status: 401, code: null, type: 'invalid_request_error' })
  const wrong = await readError(await double.get('/v1/models', 'other'))
  expect(wrong).toMatchObject({ status: 401, code: 'invalid_api_key' })
  const ordinary = await readError(await double.get('/v1/organization/costs?start_time=1'))
  expect(ordinary).toMatchObject({ status: 403, code: 'missing_scope' })
  const admin = await double.generate({}, { authorization: 'Bearer double-admin-key' })
  expect((await readError(admin)).status).toBe(403)
})

test('an organisation that is not verified is refused', async () => {
  const double = await useOpenAi({ settings: { isVerified: false } })
  expect((await readError(await double.generate())).status).toBe(403)
})

test('routes that are gone and unknown ones are a 404 with an envelope', async () => {
  const double = await useOpenAi()
  for (const path of ['/v1/images/variations', '/v1/videos']) {
    const { status, message } = await readError(await double.get(path))
    expect([status, message]).toEqual([404, `Invalid URL (GET ${path})`])
  }
})

test('the list of models lags behind a release', async () => {
  const double = await useOpenAi()
  const { data } = (await (await double.get('/v1/models')).json()) as { data: { id: string }[] }
  const names = data.map(({ id }) => id)
  expect([names.includes('gpt-image-2'), names.includes('gpt-image-2.6-flare')]).toEqual([true, false])
})

test.each([
  [{ prompt: undefined }, 'missing_required_parameter', 'prompt'],
  [{ prompt: '' }, 'empty_string', 'prompt'],
  [{ prompt: 'x'.repeat(32_001) }, 'string_above_max_length', 'prompt'],
  [{ model: undefined }, 'missing_required_parameter', 'model'],
  [{ model: 'dall-e-3' }, 'invalid_value', 'model'],
  [{ model: 'gpt-image-1' }, 'invalid_value', 'model'],
  [{ n: '2' }, 'invalid_type', 'n'],
  [{ n: 1.5 }, 'invalid_type', 'n'],
  [{ n: 0 }, 'integer_below_min_value', 'n'],
  [{ n: 11 }, 'integer_above_max_value', 'n'],
  [{ size: '1:1' }, 'invalid_value', 'size'],
  [{ size: '1000x1000' }, 'invalid_value', 'size'],
  [{ size: '1024x4096' }, 'invalid_value', 'size'],
  [{ size: '3840x3840' }, 'invalid_value', 'size'],
  [{ model: 'gpt-image-2', quality: 'xhigh' }, 'invalid_value', 'quality'],
  [{ quality: 'hd' }, 'invalid_value', 'quality'],
  [{ model: 'gpt-image-2', complexity: 'low' }, 'unsupported_parameter', 'complexity'],
  [{ model: 'gpt-image-2.5-flare', output_format: 'svg' }, 'invalid_value', 'output_format'],
  [{ background: 'transparent', output_format: 'jpeg' }, 'invalid_value', 'background'],
  [{ output_compression: 50 }, 'invalid_value', 'output_compression'],
  [{ partial_images: 2 }, 'invalid_value', 'partial_images'],
  [{ moderation: 'off' }, 'invalid_value', 'moderation'],
  [{ stream: 'true' }, 'invalid_type', 'stream'],
  [{ response_format: 'url' }, 'unknown_parameter', 'response_format'],
  [{ input_fidelity: 'high' }, 'unknown_parameter', 'input_fidelity'],
  [{ image: 'x' }, 'unknown_parameter', 'image'],
  [{ num_images: 2 }, 'unknown_parameter', 'num_images'],
])('an order that the provider does not take is refused: %j', async (body, code, param) => {
  const double = await useOpenAi()
  const { message, ...rest } = await readError(await double.generate(body))
  expect(rest).toEqual({ status: 400, type: 'invalid_request_error', code, param })
  expect((await double.log()).submits).toMatchObject([{ outcome: 'invalid', taskIds: [] }])
})

test.each([
  { model: 'gpt-image-2.5-sunburst-2026-09-08', quality: 'max' },
  { model: 'gpt-image-2.6-sunburst', quality: 'xhigh', complexity: 'low' },
  { size: '3840x2160', n: null, background: null },
  { size: 'auto', moderation: 'low', safety_identifier: 'hash', user: 'u', prompt: 'x'.repeat(32_000) },
  { output_format: 'webp', output_compression: 50, background: 'transparent' },
])('an order that it takes is accepted: %j', async (body) => {
  const double = await useOpenAi()
  expect((await double.generate(body)).status).toBe(200)
})

test('a body that is no JSON, or is not called so, is refused', async () => {
  const double = await useOpenAi()
  const headers = { authorization: 'Bearer double-key', 'content-type': 'application/json' }
  const url = `${double.url}/v1/images/generations`
  const broken = await fetch(url, { method: 'POST', headers, body: '{"model"' })
  expect(await readError(broken)).toMatchObject({ status: 400, param: null, code: null })
  const plain = await double.generate({}, { 'content-type': 'text/plain' })
  expect(await readError(plain)).toMatchObject({ status: 400, code: 'unsupported_content_type' })
})

test('an Idempotency-Key changes nothing: two requests are two purchases', async () => {
  const double = await useOpenAi()
  const headers = { 'idempotency-key': 'same', 'x-client-request-id': 'job-1' }
  await double.generate({}, headers)
  await double.generate({}, headers)
  expect((await double.log()).perReference).toEqual({ 'job-1': { posts: 2, accepted: 2 } })
})
