import { expect, test } from 'vitest'
import { type Answer, EDIT, type Fal, IMAGE, useFal, VIDEO } from './use-fal.ts'

async function finish(
  fal: Fal,
  model = IMAGE,
  input: object = {},
): Promise<{ status: Answer; result: Answer }> {
  const { status_url, response_url } = await fal.buy(model, input)
  await fal.advance(60_000)
  return { status: await fal.get(status_url), result: await fal.get(response_url) }
}

test('a content rejection shows on the result alone', async () => {
  const fal = await useFal()
  await fal.fault({ fault: 'fail' })
  const { status, result } = await finish(fal)
  expect(status).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  expect(status.body).not.toHaveProperty('error')
  expect(result.status).toBe(422)
  expect(result.body).toEqual({
    detail: [
      {
        loc: ['body', 'prompt'],
        msg: expect.any(String),
        type: 'content_policy_violation',
        ctx: {},
        input: 'a mug',
        url: expect.any(String),
      },
    ],
  })
  expect(result.headers.get('x-fal-error-type')).toBe('content_policy_violation')
  expect(result.headers.get('x-fal-retryable')).toBe('false')
})

test.each([
  ['runner_disconnected', 503],
  ['startup_timeout', 504],
  ['runner_incomplete_response', 502],
  ['internal_error', 500],
])('%s of the platform shows on the status and is %i on the result', async (errorType, code) => {
  const fal = await useFal({ settings: { retryHeader: 'x-fal-needs-retry' } })
  await fal.fault({ fault: 'fail', errorType, msg: 'it broke' })
  const { status, result } = await finish(fal)
  expect(status).toMatchObject({ status: 200, body: { error: 'it broke', error_type: errorType } })
  expect(result).toMatchObject({ status: code, body: { detail: 'it broke', error_type: errorType } })
  expect(result.headers.get('x-fal-error-type')).toBe(errorType)
  expect(result.headers.get('x-fal-needs-retry')).toBe('1')
  expect(result.headers.get('x-fal-request-id')).toBeTruthy()
})

test.each([
  ['internal_server_error', 500],
  ['generation_timeout', 504],
  ['downstream_service_unavailable', 500],
  ['no_media_generated', 422],
])('%s of a model is %i, the same each time', async (type, code) => {
  const fal = await useFal()
  await fal.fault({ fault: 'fail', type })
  const { status_url, response_url } = await fal.buy()
  await fal.advance(60_000)
  expect((await fal.get(status_url)).body).not.toHaveProperty('error_type')
  const [first, second] = [await fal.get(response_url), await fal.get(response_url)]
  expect(first.status).toBe(code)
  expect(second.body).toEqual(first.body)
})

test('the detail of an error may be a sentence', async () => {
  const fal = await useFal()
  await fal.fault({ fault: 'fail', shape: 'text', msg: 'no', status: 400 })
  expect((await finish(fal)).result).toMatchObject({ status: 400, body: { detail: 'no' } })
})

test('a broken request is free, a rejected one may cost', async () => {
  const fal = await useFal()
  await fal.fault(
    { fault: 'fail', type: 'internal_server_error', billed: true },
    { fault: 'fail', billed: true },
  )
  await finish(fal)
  expect((await fal.bill()).entries).toEqual([])
  await finish(fal)
  expect((await fal.bill()).total.microUsd).toBe(53_000)
})

test('success without files, with fewer, and a video that is null', async () => {
  const fal = await useFal()
  await fal.fault(
    { fault: 'files', count: 0, match: { model: 'image' } },
    { fault: 'files', count: 1, match: { model: 'image' }, skip: 1 },
    { fault: 'files', count: 0, match: { model: 'seedance' } },
  )
  expect((await finish(fal, IMAGE, { num_images: 2 })).result.body.images).toEqual([])
  expect((await finish(fal, IMAGE, { num_images: 2 })).result.body.images).toHaveLength(1)
  expect((await finish(fal, VIDEO)).result.body.video).toBeNull()
})

test('a lost request is 404 after 200, a stuck one runs for ever', async () => {
  const fal = await useFal()
  await fal.fault({ fault: 'lost', afterReads: 1 })
  const lost = await fal.buy()
  expect((await fal.get(lost.status_url)).status).toBe(202)
  expect((await fal.get(lost.status_url)).status).toBe(404)
  await fal.fault({ fault: 'stuck' })
  const stuck = await fal.buy()
  await fal.advance(3_600_000)
  expect((await fal.get(stuck.status_url)).body.status).toBe('IN_PROGRESS')
})

test.each([
  [VIDEO, { duration: 10 }, ['body', 'duration'], 'literal_error'],
  [VIDEO, { resolution: '1080p' }, ['body', 'resolution'], 'literal_error'],
  [VIDEO, { generate_audio: 'yes' }, ['body', 'generate_audio'], 'bool_type'],
  ['xai/grok-imagine-video/text-to-video', { duration: '10' }, ['body', 'duration'], 'int_type'],
  [
    'fal-ai/veo3.1/reference-to-video',
    { duration: 8, image_urls: ['x'] },
    ['body', 'duration'],
    'literal_error',
  ],
  [IMAGE, { prompt: '' }, ['body', 'prompt'], 'string_too_short'],
  [IMAGE, { prompt: 5 }, ['body', 'prompt'], 'string_type'],
  [IMAGE, { num_images: 11 }, ['body', 'num_images'], 'less_than_equal'],
  [IMAGE, { num_images: 0 }, ['body', 'num_images'], 'greater_than_equal'],
  [IMAGE, { num_images: '2' }, ['body', 'num_images'], 'int_type'],
  [IMAGE, { image_size: { width: 1000, height: 1024 } }, ['body', 'image_size', 'width'], 'multiple_of'],
  [IMAGE, { image_size: { width: 512, height: 512 } }, ['body', 'image_size'], 'image_too_small'],
  [IMAGE, { image_size: { width: 3840, height: 3840 } }, ['body', 'image_size'], 'image_too_large'],
  [IMAGE, { image_size: { width: 3200, height: 1024 } }, ['body', 'image_size'], 'one_of'],
  [IMAGE, { image_size: '2:3' }, ['body', 'image_size'], 'literal_error'],
  [EDIT, {}, ['body', 'image_urls'], 'missing'],
  [EDIT, { image_urls: [] }, ['body', 'image_urls'], 'sequence_too_short'],
  [EDIT, { image_urls: Array(17).fill('x') }, ['body', 'image_urls'], 'sequence_too_long'],
])('%s accepts %j and rejects it on the result', async (model, input, loc, type) => {
  const fal = await useFal()
  const { status, result } = await finish(fal, model, input)
  expect(status.body.status).toBe('COMPLETED')
  expect(result.status).toBe(422)
  expect((result.body as { detail: unknown[] }).detail[0]).toMatchObject({ loc, type })
})

test('references are fetched: pictures and data addresses work, others fail the request', async () => {
  const fal = await useFal()
  const { response_url, request_id } = await fal.buy()
  await fal.advance(1500)
  const picture = `${fal.url}/files/${request_id}/0.png`
  const bytes = Buffer.from(await (await fetch(picture)).arrayBuffer())
  const data = `data:image/png;base64,${bytes.toString('base64')}`
  expect((await finish(fal, EDIT, { image_urls: [picture, data] })).result.status).toBe(200)
  const detail = async (...image_urls: string[]) =>
    ((await finish(fal, EDIT, { image_urls })).result.body as { detail: object[] }).detail
  expect(await detail(picture, `${fal.url}/files/none/0.png`)).toMatchObject([
    { loc: ['body', 'image_urls', 1], type: 'file_download_error' },
  ])
  expect(await detail('data:text/plain,hello')).toMatchObject([{ type: 'image_load_error' }])
  expect((await fal.get(response_url)).status).toBe(200)
})

test('out of credit is 403 on submit and upload, while requests can be read', async () => {
  const fal = await useFal({ settings: { balanceMicroUsd: 50_000 } })
  const { status_url, response_url } = await fal.buy()
  await fal.advance(1500)
  const refused = await fal.submit(IMAGE)
  expect(refused.status).toBe(403)
  expect(refused.body.detail).toMatch(/^User is locked\. Reason: Exhausted balance\. /)
  const upload = () =>
    fetch(`${fal.url}/rest/storage/upload/initiate?storage_type=fal-cdn-v3`, {
      method: 'POST',
      headers: { authorization: 'Key double-key' },
      body: JSON.stringify({ file_name: 'a.png', content_type: 'image/png' }),
    })
  expect((await upload()).status).toBe(403)
  expect([(await fal.get(status_url)).status, (await fal.get(response_url)).status]).toEqual([200, 200])
  // The lock stays after a top-up, and can hit an account with credit.
  await fal.set({ balanceMicroUsd: 1_000_000, locked: 'Admin lock' })
  expect((await fal.submit(IMAGE)).body.detail).toMatch(/Reason: Admin lock\./)
  await fal.set({ locked: null })
  expect([(await fal.submit(IMAGE)).status, (await upload()).status]).toEqual([200, 200])
})
