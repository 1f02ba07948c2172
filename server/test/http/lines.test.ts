import { IMPORT_BYTES } from '@atelier/contract'
import { expect, test } from 'vitest'
import { request, sendRaw } from './send-raw.ts'
import { handler, useEchoApi } from './use-echo-api.ts'

const api = useEchoApi()
const NDJSON = 'content-type: application/x-ndjson'

async function send(body: string | Buffer | undefined, headers = [NDJSON]) {
  const { port, key } = api()
  const input = { path: '/lines', key: await key(), headers }
  return sendRaw(port, request(body === undefined ? input : { ...input, body }))
}

test('text of an accepted type is passed on unchanged, up to 32 MB', async () => {
  expect((await send('{"a":"é😀"}\r\n{}\n')).body).toEqual({
    type: 'application/x-ndjson',
    size: 16,
    start: '{"a":"é😀"}\r\n{}\n',
  })
  const csv = await send('\ufeffAd ID,Day\n', ['content-type: Text/CSV; charset=utf-8'])
  expect(csv.body).toEqual({ type: 'text/csv', size: 10, start: 'Ad ID,Day\n' })
  const whole = await send(Buffer.alloc(IMPORT_BYTES, 'x'))
  expect([whole.status, whole.body.size]).toEqual([200, IMPORT_BYTES])
})

test('one byte more is body_too_large', async () => {
  const { status, body } = await send(Buffer.alloc(IMPORT_BYTES + 1, 'x'))
  expect([status, body.code, body.limit]).toEqual([400, 'body_too_large', IMPORT_BYTES])
})

test('a body that is no text, not storable, compressed or of another type is 400', async () => {
  const refused = [
    ['body', Buffer.from([0x61, 0xe9, 0x0a]), [NDJSON]],
    ['body', Buffer.from([0xed, 0xa0, 0x80]), [NDJSON]],
    ['body', Buffer.from('\ufeffAd ID', 'utf16le'), [NDJSON]],
    ['body', 'a\0b', [NDJSON]],
    ['body', undefined, [NDJSON]],
    ['content-type', '{}', []],
    ['content-type', '{}', ['content-type: application/json']],
    ['content-type', '{}', ['content-type: application/x-ndjsonx']],
    ['content-encoding', '{}', [NDJSON, 'content-encoding: gzip']],
  ] as const
  for (const [field, body, headers] of refused) {
    const response = await send(body, [...headers])
    expect([body, response.status, response.body.field]).toEqual([body, 400, field])
  }
})

test('at most 64 MB are held at once; more is answered 503 until a request is done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  handler.afterLines = async () => {
    waiting++
    await promise
  }
  const large = Buffer.alloc(IMPORT_BYTES, 'x')
  const both = [send(large), send(large)]
  await expect.poll(() => waiting, { timeout: 5_000 }).toBe(2)
  const third = await send('c')
  expect([third.status, third.body.code, third.headers['retry-after']]).toEqual([
    503,
    'service_unavailable',
    '3',
  ])
  resolve()
  for (const one of both) expect((await one).status).toBe(200)
  handler.afterLines = async () => Promise.reject(new Error('a bug in the handler'))
  expect((await send(large)).status).toBe(500)
  handler.afterLines = async () => undefined
  for (const one of [send(large), send(large)]) expect((await one).status).toBe(200)
})

test('a client that disconnects half-way frees its share of the limit', async () => {
  const { port, key } = api()
  const apiKey = await key()
  for (let i = 0; i < 3; i++) {
    const length = `content-length: ${IMPORT_BYTES}`
    const half = request({ path: '/lines', key: apiKey, headers: [NDJSON, length] })
    await sendRaw(port, half, { abort: AbortSignal.timeout(200) })
  }
  const whole = Buffer.alloc(IMPORT_BYTES, 'x')
  await expect.poll(async () => (await send(whole)).status, { timeout: 5_000 }).toBe(200)
})
