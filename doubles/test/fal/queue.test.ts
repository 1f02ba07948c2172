import { expect, test } from 'vitest'
import { type Accepted, EDIT, IMAGE, useFal, VIDEO } from './use-fal.ts'

const SIZE = { image_size: { width: 1024, height: 1536 } }

test('a submit is answered with an id and three addresses that hold owner and app only', async () => {
  const fal = await useFal()
  const { status, headers, body } = await fal.submit(IMAGE, SIZE)
  const base = `${fal.url}/openai/gpt-image-2.5/requests/${body.request_id}`
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'IN_QUEUE',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    gateway_request_id: body.request_id,
    queue_position: 0,
    response_url: base,
    status_url: `${base}/status`,
    cancel_url: `${base}/cancel`,
  })
  expect(headers.get('x-fal-request-id')).toBe(body.request_id)
})

test('the answer may lack fields, and the result may have an address of its own', async () => {
  const fal = await useFal({ settings: { submitStatus: false, submitGateway: false, responseSuffix: true } })
  const accepted = await fal.buy()
  expect(Object.keys(accepted).sort()).toEqual([
    'cancel_url',
    'queue_position',
    'request_id',
    'response_url',
    'status_url',
  ])
  expect(accepted.response_url).toMatch(/\/requests\/[^/]+\/response$/)
  await fal.advance(60_000)
  expect((await fal.get(accepted.response_url)).status).toBe(200)
})

test('two requests run at once, the others wait in order, and none is refused', async () => {
  const fal = await useFal()
  const all: Accepted[] = []
  for (let nth = 0; nth < 5; nth++) all.push(await fal.buy())
  expect(all.map(({ queue_position }) => queue_position)).toEqual([0, 0, 0, 1, 2])
  const positions = async () => {
    const answers = await Promise.all(all.map(({ status_url }) => fal.get(status_url)))
    return answers.map(({ status, body }) => `${status} ${body.status} ${body.queue_position ?? ''}`.trim())
  }
  const running = '202 IN_PROGRESS'
  expect(await positions()).toEqual([running, running, '202 IN_QUEUE 0', '202 IN_QUEUE 1', '202 IN_QUEUE 2'])
  await fal.advance(1500)
  const done = '200 COMPLETED'
  expect(await positions()).toEqual([done, done, running, running, '202 IN_QUEUE 0'])
})

test('a queue length that the caller limits is the only refusal for load', async () => {
  const fal = await useFal()
  for (let nth = 0; nth < 4; nth++) await fal.buy()
  const query = { fal_max_queue_length: '1' }
  expect((await fal.submit(IMAGE, {}, { query })).status).toBe(429)
  expect((await fal.submit(IMAGE)).status).toBe(200)
})

test('status and result over the life of an image', async () => {
  const fal = await useFal()
  const { status_url, response_url, request_id } = await fal.buy(IMAGE, { ...SIZE, num_images: 2 })
  expect(await fal.get(`${status_url}?logs=1`)).toMatchObject({
    status: 202,
    body: { status: 'IN_PROGRESS', request_id, response_url, logs: [{ level: 'INFO', source: 'USER' }] },
  })
  expect(await fal.get(response_url)).toMatchObject({
    status: 400,
    body: { detail: 'Request is still in progress' },
  })
  await fal.advance(1500)
  const completed = await fal.get(status_url)
  expect(completed.status).toBe(200)
  expect(completed.body).toEqual({
    status: 'COMPLETED',
    request_id,
    response_url,
    logs: null,
    metrics: { inference_time: 1.5 },
  })
  const { body, headers } = await fal.get(response_url)
  expect(body).toEqual({
    images: [0, 1].map((index) => ({
      url: `${fal.url}/files/${request_id}/${index}.png`,
      content_type: 'image/png',
      file_name: null,
      file_size: null,
      width: null,
      height: null,
    })),
  })
  expect(headers.get('x-fal-request-id')).toBe(request_id)
  expect(headers.get('x-fal-billable-units')).toBe('106')
  expect(await fal.bill()).toMatchObject({ entries: [{ taskId: request_id, units: 106, microUsd: 106_000 }] })
})

test('a video has one file, and its duration and resolution make its price', async () => {
  const fal = await useFal({ settings: { fileFields: 'full', longSidePixels: 96 } })
  const input = { duration: '6', resolution: '480p', aspect_ratio: '9:16' }
  const { response_url, request_id } = await fal.buy(VIDEO, input)
  await fal.advance(3000)
  const { body } = await fal.get(response_url)
  expect(body).toEqual({
    video: {
      url: `${fal.url}/files/${request_id}/0.mp4`,
      content_type: 'video/mp4',
      file_name: '0.mp4',
      file_size: expect.any(Number),
    },
    seed: expect.any(Number),
  })
  const file = await fetch(`${fal.url}/files/${request_id}/0.mp4`)
  expect(file.headers.get('content-type')).toBe('video/mp4')
  expect((await fal.bill()).total.microUsd).toBe(6 * 221_000)
})

test('all but the address of a file may be missing', async () => {
  const fal = await useFal({ settings: { fileFields: 'url' } })
  const { response_url, request_id } = await fal.buy()
  await fal.advance(1500)
  const { body } = await fal.get(response_url)
  expect(body).toEqual({ images: [{ url: `${fal.url}/files/${request_id}/0.png` }] })
})

test('an unknown request, a request of another app and an unknown app are not found', async () => {
  const fal = await useFal()
  const { request_id } = await fal.buy()
  for (const path of ['', '/status']) {
    const unknown = await fal.get(`/openai/gpt-image-2.5/requests/00000000${path}`)
    expect([unknown.status, unknown.body]).toEqual([404, { status: 'NOT_FOUND' }])
    expect((await fal.get(`/fal-ai/veo3.1/requests/${request_id}${path}`)).status).toBe(404)
  }
  expect(await fal.submit('nobody/nothing')).toMatchObject({
    status: 404,
    body: { detail: 'Application "nobody/nothing" not found' },
  })
  expect((await fal.log()).counts).toMatchObject({ posts: 2, accepted: 1 })
})

test('the key goes with "Key", and a wrong one is refused on every route but the open ones', async () => {
  const { url } = await useFal()
  const call = async (method: string, path: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
    return answer.status
  }
  for (const authorization of [undefined, 'Bearer double-key', 'Key wrong']) {
    expect(await call('POST', `/${IMAGE}`, authorization)).toBe(401)
    expect(await call('GET', '/openai/gpt-image-2.5/requests/x/status', authorization)).toBe(401)
    expect(await call('GET', '/openai/gpt-image-2.5/requests/x', authorization)).toBe(401)
    expect(await call('PUT', '/openai/gpt-image-2.5/requests/x/cancel', authorization)).toBe(401)
    expect(await call('POST', '/rest/storage/upload/initiate', authorization)).toBe(401)
    expect(await call('GET', '/api/v1/models/requests/by-endpoint', authorization)).toBe(401)
    expect(await call('GET', '/rest/.well-known/jwks.json', authorization)).toBe(200)
  }
})

test('four outcomes of a cancel, and 499 afterwards', async () => {
  const fal = await useFal()
  const [first, , queued] = [await fal.buy(), await fal.buy(), await fal.buy()]
  const missing = `${fal.url}/openai/gpt-image-2.5/requests/0/cancel`
  expect(await fal.put(queued.cancel_url)).toMatchObject({ status: 200, body: { status: 'OK' } })
  expect(await fal.put(first.cancel_url)).toMatchObject({
    status: 202,
    body: { status: 'CANCELLATION_REQUESTED' },
  })
  expect(await fal.put(missing)).toMatchObject({ status: 404, body: { status: 'NOT_FOUND' } })
  expect(await fal.get(queued.response_url)).toMatchObject({
    status: 499,
    body: { error_type: 'client_cancelled' },
  })
  expect((await fal.get(queued.status_url)).body).toMatchObject({
    status: 'COMPLETED',
    error_type: 'client_cancelled',
  })
  await fal.advance(1500)
  // It ran on, succeeded and is billed.
  expect((await fal.get(first.response_url)).status).toBe(200)
  expect(await fal.put(first.cancel_url)).toMatchObject({
    status: 400,
    body: { status: 'ALREADY_COMPLETED' },
  })
  expect((await fal.bill()).entries.map(({ taskId }) => taskId)).toContain(first.request_id)
})

test('a cancel may stop a running request, and may be answered in the older shape', async () => {
  const fal = await useFal({ settings: { cancelStops: true, cancelShape: 'success' } })
  const { cancel_url, response_url } = await fal.buy()
  expect(await fal.put(cancel_url)).toMatchObject({ status: 200, body: { success: true } })
  expect((await fal.get(response_url)).status).toBe(499)
  await fal.advance(60_000)
  expect((await fal.bill()).entries).toEqual([])
})

test('a request that does not start in time fails with 504', async () => {
  const fal = await useFal()
  const slow = [await fal.buy(), await fal.buy()]
  const late = await fal.buy(IMAGE, {}, { headers: { 'x-fal-request-timeout': '1' } })
  await fal.advance(1000)
  const { status, headers, body } = await fal.get(late.response_url)
  expect([status, body.error_type]).toEqual([504, 'request_timeout'])
  expect(headers.get('x-fal-request-timeout-type')).toBe('user')
  await fal.advance(500)
  expect((await fal.get(slow[0]?.response_url ?? '')).status).toBe(200)
})

test('the reference of a purchase is read from the tags or from the webhook address', async () => {
  const fal = await useFal()
  const query = { fal_webhook: 'https://atelier.example/cb/fal/job-1?p=2&t=x' }
  await fal.buy(IMAGE, {}, { query })
  await fal.buy(IMAGE, {}, { query, headers: { 'x-fal-tags': 'job=job-9,part=1' } })
  expect((await fal.submit(IMAGE, {}, { headers: { 'x-fal-tags': 'JOB=1' } })).status).toBe(400)
  const { perReference, submits } = await fal.log()
  expect(perReference).toEqual({ 'job-1/2': { posts: 1, accepted: 1 }, 'job-9/1': { posts: 1, accepted: 1 } })
  expect(submits.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'invalid'])
})

test('files live as long as the caller wished', async () => {
  const fal = await useFal()
  const preference = JSON.stringify({ expiration_duration_seconds: 3600 })
  await fal.buy(IMAGE, {}, { headers: { 'x-fal-object-lifecycle-preference': preference } })
  await fal.advance(1500)
  const [job] = (await fal.log()).jobs
  const url = `${fal.url}/files/${job?.id}/0.png`
  await fal.advance(3_599_000)
  expect((await fetch(url)).status).toBe(200)
  await fal.advance(1000)
  expect((await fetch(url)).status).toBe(404)
})

test('a body that is no object is refused, a path that the app lacks fails later', async () => {
  const fal = await useFal()
  const headers = { authorization: 'Key double-key' }
  const broken = await fetch(`${fal.url}/${EDIT}`, { method: 'POST', headers, body: '{"prompt":' })
  expect(broken.status).toBe(400)
  const { response_url } = await fal.buy('openai/gpt-image-2.5/flare/nothing')
  await fal.advance(1500)
  expect(await fal.get(response_url)).toMatchObject({
    status: 404,
    body: { detail: 'Path /openai/gpt-image-2.5/flare/nothing not found' },
  })
})
