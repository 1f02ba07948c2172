import { expect, test } from 'vitest'
import { type Fal, IMAGE, useFal } from './use-fal.ts'

interface Row {
  request_id: string
  endpoint_id: string
  sent_at: string
  ended_at: string | null
  status_code: number | null
  json_input?: object
  json_output?: object
}

const ADMIN = 'double-admin-key'
const LIST = '/api/v1/models/requests/by-endpoint'

async function list(fal: Fal, query: Record<string, string> = {}) {
  const all = new URLSearchParams({ endpoint_id: IMAGE, expand: 'payloads', ...query })
  const { body } = await fal.get(`${LIST}?${all}`)
  return body as unknown as { items: Row[]; next_cursor: string | null; has_more: boolean }
}

test('the request list shows ended requests with their input and output', async () => {
  const fal = await useFal()
  const { request_id, response_url } = await fal.buy(IMAGE, { quality: 'low' })
  expect((await list(fal)).items).toEqual([])
  await fal.advance(1500)
  const { items, ...rest } = await list(fal)
  expect(rest).toEqual({ next_cursor: null, has_more: false })
  expect(items).toEqual([
    {
      request_id,
      endpoint_id: IMAGE,
      sent_at: expect.any(String),
      started_at: expect.any(String),
      ended_at: expect.any(String),
      status_code: 200,
      duration: 1.5,
      json_input: { prompt: 'a mug', quality: 'low' },
      json_output: (await fal.get(response_url)).body,
    },
  ])
  expect((await list(fal, { expand: '' })).items[0]).not.toHaveProperty('json_input')
  expect((await list(fal, { endpoint_id: 'fal-ai/nano-banana-2' })).items).toEqual([])
  expect((await fal.get(LIST)).status).toBe(400)
})

test('the request list has pages, newest end first', async () => {
  const fal = await useFal()
  const ids = []
  for (let nth = 0; nth < 5; nth++) ids.push((await fal.buy()).request_id)
  await fal.advance(10_000)
  const seen: string[] = []
  let cursor: string | null = ''
  let pages = 0
  while (cursor !== null) {
    const page = await list(fal, { limit: '2', cursor })
    seen.push(...page.items.map(({ request_id }) => request_id))
    expect(page.has_more).toBe(page.next_cursor !== null)
    cursor = page.next_cursor
    pages++
  }
  expect(pages).toBe(3)
  expect([...seen].sort()).toEqual([...ids].sort())
  expect(seen[0]).toBe(ids[4])
})

test('a row may be late, absent, without its payload, or have a twin', async () => {
  const fal = await useFal({ settings: { concurrency: null } })
  await fal.fault(
    { fault: 'late_row', delayMs: 30_000, match: { prompt: 'late' } },
    { fault: 'no_row', match: { prompt: 'absent' } },
    { fault: 'no_payload', match: { prompt: 'bare' } },
    { fault: 'equal_row', match: { prompt: 'twin' } },
  )
  for (const prompt of ['late', 'absent', 'bare', 'twin']) await fal.buy(IMAGE, { prompt })
  await fal.buy(IMAGE, { prompt: 'unstored' }, { headers: { 'x-fal-store-io': '0' } })
  await fal.advance(1500)
  const { items } = await list(fal)
  expect(items).toHaveLength(4)
  expect(items.filter(({ json_input }) => json_input === undefined)).toHaveLength(2)
  const twins = items.filter(({ json_input }) => (json_input as { prompt?: string })?.prompt === 'twin')
  expect(new Set(twins.map(({ request_id }) => request_id)).size).toBe(2)
  await fal.advance(30_000)
  expect((await list(fal)).items).toHaveLength(5)
})

test('two equal submits are two equal rows', async () => {
  const fal = await useFal()
  await fal.buy()
  await fal.buy()
  await fal.advance(1500)
  const { items } = await list(fal)
  expect(items).toHaveLength(2)
  expect(items[0]?.json_input).toEqual(items[1]?.json_input)
})

test('the request list is filtered by time, outcome and id', async () => {
  const fal = await useFal({ startAt: Date.parse('2026-11-15T10:00:00Z') })
  await fal.fault({ fault: 'fail', match: { prompt: 'bad' } })
  await fal.fault({ fault: 'fail', errorType: 'internal_error', match: { prompt: 'broken' } })
  const good = await fal.buy(IMAGE, { prompt: 'good' })
  await fal.advance(60_000)
  const bad = await fal.buy(IMAGE, { prompt: 'bad' })
  const broken = await fal.buy(IMAGE, { prompt: 'broken' })
  await fal.advance(60_000)
  const ids = async (query: Record<string, string>) =>
    (await list(fal, query)).items.map((row) => row.request_id)
  expect(await ids({ end: '2026-11-15T10:01:00Z' })).toEqual([good.request_id])
  expect(await ids({ status: 'user_error' })).toEqual([bad.request_id])
  expect(await ids({ status: 'error' })).toEqual([broken.request_id])
  expect(await ids({ status: 'success' })).toEqual([good.request_id])
  expect(await ids({ request_id: bad.request_id })).toEqual([bad.request_id])
  await fal.advance(25 * 3_600_000)
  expect(await ids({})).toEqual([])
  expect(await ids({ start: '2026-11-15T00:00:00Z', end: '2026-11-16T00:00:00Z' })).toHaveLength(3)
})

test('running requests may be in the list', async () => {
  const fal = await useFal({ settings: { listRunning: true } })
  const { request_id } = await fal.buy()
  expect((await list(fal)).items).toMatchObject([{ request_id, ended_at: null, status_code: null }])
})

test('billing events need an admin key and list what was billed', async () => {
  const fal = await useFal()
  await fal.fault({ fault: 'fail', errorType: 'internal_error', match: { prompt: 'broken' } })
  const { request_id } = await fal.buy(IMAGE, { num_images: 2, quality: 'low' })
  const broken = await fal.buy(IMAGE, { prompt: 'broken' })
  await fal.advance(1500)
  const path = '/api/v1/models/billing-events'
  expect((await fal.get(path)).status).toBe(403)
  const { body } = await fal.get(`${path}?request_id=${request_id}`, ADMIN)
  expect(body).toEqual({
    billing_events: [
      {
        request_id,
        endpoint_id: IMAGE,
        timestamp: expect.any(String),
        output_units: 12,
        unit_price: 0.001,
        percent_discount: 0,
        cost_subtotal: 0.012,
        cost_discount: 0,
        cost_total: 0.012,
        cost_estimate_nano_usd: 12_000_000,
      },
    ],
    next_cursor: null,
    has_more: false,
  })
  expect((await fal.get(`${path}?request_id=${broken.request_id}`, ADMIN)).body.billing_events).toEqual([])
  const long = 'start=2026-01-01T00:00:00Z&end=2026-11-01T00:00:00Z'
  expect((await fal.get(`${path}?${long}`, ADMIN)).status).toBe(400)
})

test('billing events have pages, and tags where they are enabled', async () => {
  const fal = await useFal({ settings: { pageMax: 1 } })
  const tagged = await fal.buy(IMAGE, {}, { headers: { 'x-fal-tags': 'job=a,part=1' } })
  await fal.buy()
  await fal.advance(1500)
  const path = '/api/v1/models/billing-events'
  const first = (await fal.get(path, ADMIN)).body
  expect(first).toMatchObject({ has_more: true, billing_events: [{}] })
  expect((await fal.get(`${path}?cursor=${first.next_cursor}`, ADMIN)).body).toMatchObject({
    has_more: false,
  })
  const byTag = `${path}?source=tagged-billed&tag=job=a`
  expect((await fal.get(byTag, ADMIN)).status).toBe(400)
  await fal.set({ taggedReporting: true })
  expect((await fal.get(byTag, ADMIN)).body.billing_events).toMatchObject([{ request_id: tagged.request_id }])
})

test('prices, balance and the addresses of webhooks can be read', async () => {
  const fal = await useFal({ settings: { balanceMicroUsd: 2_000_000 } })
  const prices = await fal.get(
    `/api/v1/models/pricing?endpoint_id=${encodeURIComponent('fal-ai/nano-banana-2')}`,
  )
  expect(prices.body).toEqual({
    prices: [{ endpoint_id: 'fal-ai/nano-banana-2', unit_price: 0.08, unit: 'images', currency: 'USD' }],
    next_cursor: null,
    has_more: false,
  })
  expect((await fal.get('/api/v1/account/billing?expand=credits')).status).toBe(403)
  const { body } = await fal.get('/api/v1/account/billing?expand=credits', ADMIN)
  expect(body.credits).toEqual({ current_balance: 2, currency: 'USD' })
  expect((await fal.get('/api/v1/meta')).body).toEqual({ webhook_ip_ranges: ['127.0.0.0/8'] })
})

test('an upload is asked for with the key and put without it', async () => {
  const fal = await useFal()
  const initiate = (query: string, body: object) =>
    fetch(`${fal.url}/rest/storage/upload/initiate${query}`, {
      method: 'POST',
      headers: { authorization: 'Key double-key' },
      body: JSON.stringify(body),
    })
  const file = { file_name: 'my photo.png', content_type: 'image/png' }
  const answer = await initiate('?storage_type=fal-cdn-v3', file)
  const { file_url, upload_url } = (await answer.json()) as { file_url: string; upload_url: string }
  const put = (url: string) =>
    fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'the bytes' })
  expect((await fetch(file_url)).status).toBe(404)
  expect((await put(upload_url.replace(/signature=.*/, 'signature=wrong'))).status).toBe(403)
  expect((await put(upload_url)).status).toBe(200)
  const stored = await fetch(file_url)
  expect([stored.headers.get('content-type'), await stored.text()]).toEqual(['image/png', 'the bytes'])
  expect((await initiate('', file)).status).toBe(400)
  expect((await initiate('?storage_type=fal-cdn-v3', {})).status).toBe(422)
})
