import { expect, test } from 'vitest'
import {
  AtelierError,
  type Client,
  createProduct,
  newClient,
  pollMedia,
  quoteJob,
  sendReport,
  submitImage,
} from '../src/index.ts'

type Reply = Response | Error | (() => Promise<Response>)

/** A client whose fetch gives these replies, the last one again and again. It never waits long. */
function against(...replies: [Reply, ...Reply[]]): { client: Client; sent: () => number } {
  let sent = 0
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const reply = replies[Math.min(sent, replies.length - 1)] as Reply
    sent++
    if (typeof reply === 'function') return Promise.race([reply(), aborted(init?.signal)])
    if (reply instanceof Error) throw reply
    return reply.clone()
  }
  return {
    client: newClient({ baseUrl: 'https://svc.example', apiKey: 'k', fetch, tryMs: 200 }),
    sent: () => sent,
  }
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

const refuse = (status: number, code: string, more: Record<string, unknown> = {}, headers = {}): Response =>
  Response.json(
    { error: 'Refused.', code, charged: 'none', requestId: 'req_1', ...more },
    { status, headers },
  )

const gone = new TypeError('fetch failed')
const page = new Response('<html>', { status: 502 })
const cut = new Response('{"id":', { status: 201 })
const silent = () => new Promise<Response>(() => undefined)
const now = { 'retry-after': '0' }
const done = Response.json({ id: 'med_1' }, { status: 201 })

const lostOrBusy: [string, Reply][] = [
  ['a lost connection', gone],
  ['silence', silent],
  ['a page of a proxy', page],
  ['a cut answer', cut],
  ['an internal error', refuse(500, 'internal_error')],
  ['a service that starts', refuse(503, 'service_unavailable', {}, now)],
  ['an unknown outcome', refuse(503, 'service_unavailable', { charged: 'unknown' }, now)],
]
const keyed: [string, Reply][] = [
  ['the same clientRef in progress', refuse(409, 'client_ref_in_progress', {}, now)],
  ['the rate limit', refuse(429, 'rate_limited', { retryAfterSeconds: 0 })],
]
const decided: [string, Response][] = [
  ['too few credits', refuse(402, 'insufficient_credits')],
  ['an invalid field', refuse(400, 'invalid_request', { field: 'prompt' })],
  ['another body', refuse(409, 'client_ref_conflict', { existingId: 'med_1' })],
  ['a budget, though it is retryable tomorrow', refuse(403, 'budget_exceeded', {}, now)],
  ['a refunded job', refuse(503, 'provider_unavailable', { charged: 'refunded' }, now)],
]

test.each([...lostOrBusy, ...keyed])('a submit with a clientRef is sent again after %s', async (_, reply) => {
  const { client, sent } = against(reply, done)
  expect(await submitImage(client, { prompt: 'x', clientRef: 'mug-1' })).toEqual({ id: 'med_1' })
  expect(sent()).toBe(2)
})

test.each(lostOrBusy)('a submit without a clientRef is never sent again after %s', async (_, reply) => {
  const { client, sent } = against(reply, done)
  await expect(submitImage(client, { prompt: 'x' })).rejects.toThrow(AtelierError)
  expect(sent()).toBe(1)
})

test.each(lostOrBusy)('a product is not created twice after %s', async (_, reply) => {
  const { client, sent } = against(reply, done)
  await expect(createProduct(client, { name: 'x' })).rejects.toThrow(AtelierError)
  expect(sent()).toBe(1)
})

test.each(lostOrBusy)('a read, a quote and a report with a key are sent again after %s', async (_, reply) => {
  const calls = [
    (client: Client) => pollMedia(client, { id: 'med_1' }),
    (client: Client) => quoteJob(client, { type: 'image', prompt: 'x' } as never),
    (client: Client) => sendReport(client, { idempotencyKey: 'day-1' } as never),
  ]
  for (const call of calls) {
    const { client, sent } = against(reply, done)
    await call(client)
    expect(sent()).toBe(2)
  }
})

test('what the rate limit refused was not executed, so anything is sent again', async () => {
  const { client, sent } = against(refuse(429, 'rate_limited', {}, now), done)
  await createProduct(client, { name: 'x' })
  expect(sent()).toBe(2)
})

test.each(decided)('a submit is not sent again after %s', async (_, reply) => {
  const { client, sent } = against(reply, done)
  await expect(submitImage(client, { prompt: 'x', clientRef: 'mug-1' })).rejects.toThrow('Refused.')
  expect(sent()).toBe(1)
})

test('a wait is as long as the service asks for, and one that is too long is reported', async () => {
  const short = against(refuse(429, 'rate_limited', {}, { 'retry-after': '1' }), done)
  const began = performance.now()
  await pollMedia(short.client, { id: 'med_1' })
  expect(performance.now() - began).toBeGreaterThan(990)
  const long = against(refuse(429, 'rate_limited', {}, { 'retry-after': '90' }), done)
  const error = await pollMedia(long.client, { id: 'med_1' }).catch((thrown: AtelierError) => thrown)
  expect([error, long.sent()]).toMatchObject([{ code: 'rate_limited', retryAfterSeconds: 90 }, 1])
})

test('there are three tries at most', async () => {
  const { client, sent } = against(refuse(503, 'service_unavailable', {}, now))
  await expect(pollMedia(client, { id: 'med_1' })).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(sent()).toBe(3)
})

test('an error says what happened to the credits, what to do, and which request it was', async () => {
  const { client } = against(refuse(402, 'insufficient_credits', { balance: 120, required: 400 }))
  await expect(submitImage(client, { prompt: 'x' })).rejects.toMatchObject({
    code: 'insufficient_credits',
    status: 402,
    charged: 'none',
    requestId: 'req_1',
    retryable: false,
    hint: expect.stringMatching(/^With debt, ask the owner to pay it; otherwise submit something cheaper/),
    details: { balance: 120, required: 400 },
  })
})

test('a refusal after a lost try leaves the charge unknown, unless the request was never valid', async () => {
  const body = { prompt: 'x', clientRef: 'mug-1' }
  const refusals: [Response, string][] = [
    [refuse(402, 'insufficient_credits'), 'unknown'],
    [refuse(403, 'key_inactive'), 'unknown'],
    [refuse(400, 'invalid_request'), 'none'],
    [refuse(503, 'provider_rejected', { charged: 'refunded' }), 'refunded'],
  ]
  for (const [refusal, charged] of refusals)
    await expect(submitImage(against(gone, refusal).client, body)).rejects.toMatchObject({ charged })
})

test('a code of a later version is passed on, and not sent again', async () => {
  const { client, sent } = against(refuse(418, 'new_code', { more: 1 }))
  await expect(pollMedia(client, { id: 'med_1' })).rejects.toMatchObject({
    code: 'new_code',
    details: { more: 1 },
  })
  expect(sent()).toBe(1)
})

test('an aborted call ends at once, and an aborted submit is not known to be uncharged', async () => {
  const { client, sent } = against(silent)
  const ending = AbortSignal.timeout(20)
  const call = submitImage(client, { prompt: 'x', clientRef: 'mug-1' }, { signal: ending })
  await expect(call).rejects.toMatchObject({ code: 'aborted', charged: 'unknown', retryable: false })
  expect(sent()).toBe(1)
})

test.each(['', '..', undefined])('an id that is %j never becomes another path', async (id) => {
  const { client, sent } = against(done)
  await expect(pollMedia(client, { id } as never)).rejects.toThrow(TypeError)
  expect(sent()).toBe(0)
})
