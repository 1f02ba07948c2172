import { expect, test } from 'vitest'
import { type Fal, IMAGE, useFal } from './use-fal.ts'

/** One call to each kind of route that an adapter uses. */
async function callsOf(fal: Fal): Promise<[kind: string, call: () => Promise<unknown>][]> {
  const { status_url, response_url, cancel_url, request_id } = await fal.buy()
  await fal.advance(1500)
  const upload = () =>
    fetch(`${fal.url}/rest/storage/upload/initiate?storage_type=fal-cdn-v3`, {
      method: 'POST',
      headers: { authorization: 'Key double-key' },
      body: JSON.stringify({ file_name: 'a.png', content_type: 'image/png' }),
    })
  return [
    ['submit', () => fal.submit(IMAGE)],
    ['status', () => fal.get(status_url)],
    ['result', () => fal.get(response_url)],
    ['cancel', () => fal.put(cancel_url)],
    ['upload', upload],
    ['media', () => fetch(`${fal.url}/files/${request_id}/0.png`)],
    ['keys', () => fetch(`${fal.url}/rest/.well-known/jwks.json`)],
    ['list', () => fal.get(`/api/v1/models/requests/by-endpoint?endpoint_id=${IMAGE}`)],
    ['billing', () => fal.get('/api/v1/models/billing-events', 'double-admin-key')],
  ]
}

test('every route can be broken, and works again afterwards', async () => {
  const fal = await useFal()
  for (const [on, call] of await callsOf(fal)) {
    await fal.fault({ fault: 'reset', on }, { fault: 'html', on }, { fault: 'status', status: 503, on })
    await expect(call(), on).rejects.toThrow()
    expect(await call(), on).toMatchObject({ status: 502 })
    expect(await call(), on).toMatchObject({ status: 503 })
    const { status } = (await call()) as { status: number }
    expect(status, on).toBe(on === 'cancel' ? 400 : 200)
  }
})

test('a reply of fal itself has its header, and a page of a proxy has not', async () => {
  const fal = await useFal()
  await fal.fault({ fault: 'status', status: 503 }, { fault: 'status', status: 503, envelope: 'html' })
  const [own, page] = [await fal.submit(IMAGE), await fal.submit(IMAGE)]
  expect(own.body).toMatchObject({ detail: expect.any(String), error_type: 'runner_scheduling_failure' })
  expect(own.headers.has('x-fal-request-id')).toBe(true)
  expect(page.body.text).toContain('nginx')
  expect(page.headers.has('x-fal-request-id')).toBe(false)
})

test('out of credit, a wrong key and a limit can be ordered for one request', async () => {
  const fal = await useFal()
  await fal.fault(
    { fault: 'out_of_credit' },
    { fault: 'unauthorized' },
    { fault: 'rate_limited', retryAfterSeconds: 3 },
  )
  const [credit, key, rate] = [await fal.submit(IMAGE), await fal.submit(IMAGE), await fal.submit(IMAGE)]
  expect([credit.status, credit.body.detail]).toEqual([403, expect.stringContaining('User is locked')])
  expect([key.status, Object.keys(key.body)]).toEqual([401, ['detail']])
  expect([rate.status, rate.headers.get('retry-after')]).toEqual([429, '3'])
  expect((await fal.log()).counts).toMatchObject({ posts: 3, accepted: 0, refused: 3 })
})

test('a lost submit is bought once and can be found by its webhook, the list and the bill', async () => {
  const fal = await useFal()
  await fal.fault({ fault: 'lost_reply' })
  const headers = { 'x-fal-tags': 'job=job-7,part=1' }
  await expect(fal.submit(IMAGE, {}, { headers })).rejects.toThrow()
  await fal.advance(1500)
  const { perReference, jobs } = await fal.log()
  expect(perReference).toEqual({ 'job-7/1': { posts: 1, accepted: 1 } })
  const { body } = await fal.get(`/api/v1/models/requests/by-endpoint?endpoint_id=${IMAGE}&expand=payloads`)
  expect(body.items).toMatchObject([{ request_id: jobs[0]?.id, json_input: { prompt: 'a mug' } }])
  // An orphan has nothing but its id: the addresses are built from owner and app.
  expect((await fal.get(`/openai/gpt-image-2.5/requests/${jobs[0]?.id}`)).status).toBe(200)
  expect((await fal.bill()).entries).toMatchObject([{ taskId: jobs[0]?.id }])
})
