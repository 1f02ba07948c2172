import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { waitUntil } from '../run-double.ts'
import { usePlain } from './use-plain.ts'

/** The code that a failed request carries; undici wraps it as the cause. */
async function failureOf(request: Promise<unknown>): Promise<string> {
  try {
    await request
    return 'none'
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    return cause?.code ?? cause?.message ?? message
  }
}

test('refused connections last as long as asked, and what was bought is still there', async () => {
  const double = await usePlain()
  const id = await double.buy()
  await double.fault({ fault: 'refuse_connections', forMs: 300 })
  await waitUntil(async () => (await failureOf(double.get('/jobs/x'))) === 'ECONNREFUSED')
  await waitUntil(async () => (await failureOf(double.get('/jobs/x'))) === 'none')
  expect((await double.view(id)).status).toBe('running')
})

test('a reset before accepting buys nothing; a reset after it and a lost reply buy once', async () => {
  const double = await usePlain()
  await double.fault(
    { fault: 'reset', match: { prompt: 'before' } },
    { fault: 'reset', when: 'after', match: { prompt: 'after' } },
    { fault: 'lost_reply', match: { prompt: 'lost' } },
  )
  expect(await failureOf(double.post({ prompt: 'before', reference: 'a' }))).toBe('ECONNRESET')
  expect(await failureOf(double.post({ prompt: 'after', reference: 'b' }))).toBe('ECONNRESET')
  expect(await failureOf(double.post({ prompt: 'lost', reference: 'c' }))).toBe('UND_ERR_SOCKET')
  const log = await double.log()
  expect(log.submits.map(({ outcome }) => outcome)).toEqual(['reset', 'lost', 'lost'])
  expect(log.perReference).toEqual({
    a: { posts: 1, accepted: 0 },
    b: { posts: 1, accepted: 1 },
    c: { posts: 1, accepted: 1 },
  })
  expect(log.counts).toMatchObject({ posts: 3, accepted: 2, lostReplies: 2 })
})

test('a lost reply may leave the connection open, and its buyer waiting', async () => {
  const double = await usePlain()
  await double.fault({ fault: 'lost_reply', end: 'silent' })
  const outcome = await Promise.race([
    double.post().then(() => 'answered'),
    new Promise((resolve) => setTimeout(resolve, 150, 'still waiting')),
  ])
  expect(outcome).toBe('still waiting')
  expect((await double.log()).counts).toMatchObject({ accepted: 1, lostReplies: 1 })
})

test('slow headers come late: before the purchase or after it', async () => {
  const double = await usePlain()
  await double.fault({ fault: 'slow_headers', delayMs: 10_000, when: 'before' })
  await failureOf(
    fetch(`${double.url}/jobs`, { method: 'POST', body: '{}', signal: AbortSignal.timeout(100) }),
  )
  expect((await double.log()).jobs).toEqual([])
  await double.fault({ fault: 'slow_headers', delayMs: 150, on: 'status' })
  const id = await double.buy()
  const start = performance.now()
  expect((await double.get(`/jobs/${id}`)).status).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(140)
})

test('a trickled body arrives whole, and slowly', async () => {
  const double = await usePlain()
  await double.fault({ fault: 'trickle', on: 'status', bytes: 20, everyMs: 30 })
  const id = await double.buy()
  const start = performance.now()
  expect((await double.view(id)).status).toBe('running')
  expect(performance.now() - start).toBeGreaterThan(100)
})

test.each(['length', 'chunked'])('a body is cut: %s', async (mode) => {
  const double = await usePlain()
  await double.fault({ fault: 'truncate', mode, on: 'status' })
  const answer = await double.get(`/jobs/${await double.buy()}`)
  expect(answer.headers.has('content-length')).toBe(mode === 'length')
  expect(await failureOf(answer.text())).toBe('UND_ERR_SOCKET')
})

test('a malformed body, a proxy page, a missing field and a replaced body', async () => {
  const double = await usePlain()
  await double.fault({ fault: 'malformed_json', on: 'status' }, { fault: 'html', on: 'status' })
  const id = await double.buy()
  const broken = await double.get(`/jobs/${id}`)
  expect(broken.status).toBe(200)
  await expect(broken.json()).rejects.toThrow(SyntaxError)
  const page = await double.get(`/jobs/${id}`)
  expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html'])
  expect(await page.text()).toContain('nginx')
  await double.fault({ fault: 'drop_fields', fields: ['id'] })
  expect(await (await double.post()).json()).toEqual({})
  await double.fault({ fault: 'replace', when: 'after', status: 200, body: { odd: true } })
  expect(await (await double.post()).json()).toEqual({ odd: true })
  expect((await double.log()).submits.map(({ outcome }) => outcome)).toEqual(['accepted', 'lost', 'lost'])
})

test.each([500, 502, 503, 504, 429])(
  'status %i comes in the provider’s words or as a proxy page',
  async (status) => {
    const double = await usePlain()
    await double.fault({ fault: 'status', status }, { fault: 'status', status, envelope: 'html' })
    const own = await double.post()
    expect([own.status, await own.json()]).toEqual([status, { error: { plain: status } }])
    const page = await double.post()
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html'])
    await double.fault({ fault: 'status', status, when: 'after' })
    expect((await double.post()).status).toBe(status)
    expect((await double.log()).counts).toMatchObject({ posts: 3, accepted: 1, refused: 2 })
  },
)

test('429 with and without Retry-After, 401 and no credit', async () => {
  const double = await usePlain()
  await double.fault(
    { fault: 'rate_limited', retryAfterSeconds: 7 },
    { fault: 'rate_limited' },
    { fault: 'unauthorized' },
    { fault: 'out_of_credit' },
  )
  const answers = [await double.post(), await double.post(), await double.post(), await double.post()]
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 401, 402])
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['7', null, null, null])
})

test('a wrong key is refused on every route that needs one', async () => {
  const { url } = await usePlain()
  const headers = { authorization: 'Bearer other' }
  expect((await fetch(`${url}/jobs`, { method: 'POST', headers, body: '{}' })).status).toBe(401)
  expect((await fetch(`${url}/jobs/x`, { headers })).status).toBe(401)
})

test('faults pass by what they do not match, skip, repeat, and can be removed', async () => {
  const double = await usePlain()
  await double.fault({ fault: 'html', times: 2, skip: 1, match: { model: 'two' } })
  const statuses = []
  for (const model of ['one', 'two', 'two', 'one', 'two', 'two'])
    statuses.push((await double.post({ model })).status)
  expect(statuses).toEqual([202, 202, 502, 202, 502, 202])
  await double.fault({ fault: 'html', times: null })
  expect((await double.post()).status).toBe(502)
  await double.control('DELETE', 'scenario')
  expect((await double.post()).status).toBe(202)
})

test('a share of the requests is chosen by the seed', async () => {
  const hits = async (seed: number) => {
    const double = await usePlain({ seed })
    await double.fault({ fault: 'html', times: null, percent: 50, on: 'status' })
    const all = []
    for (let nth = 0; nth < 20; nth++) all.push((await double.get('/jobs/x')).status)
    return all.join()
  }
  expect(await hits(1)).toBe(await hits(1))
  expect(await hits(1)).not.toBe(await hits(2))
})

test.each([
  [{ fault: 'typo' }, 'fault must be one of'],
  [{ fault: 'html', on: 'nowhere' }, 'on must be'],
  [{ fault: 'stuck', on: 'status' }, 'left out'],
  [{ fault: 'html', times: 0 }, 'times'],
  [{ fault: 'html', match: { colour: 'red' } }, 'match'],
])('a scenario that cannot work is refused: %j', async (scenario, complaint) => {
  const double = await usePlain()
  const answer = await double.control('POST', 'scenario', scenario)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(complaint)
})

test('a half-sent request is nothing', async () => {
  const double = await usePlain()
  const socket = connect(Number(new URL(double.url).port), '127.0.0.1')
  socket.write('POST /jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"prompt"')
  await new Promise((go) => setTimeout(go, 50))
  socket.destroy()
  expect((await double.log()).requests).toEqual([])
})
