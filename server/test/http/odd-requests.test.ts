import { API_VERSION, ErrorBody } from '@atelier/contract'
import { expect, test } from 'vitest'
import { type RawResponse, request, sendRaw } from './send-raw.ts'
import { useEchoApi } from './use-echo-api.ts'

const api = useEchoApi()

function expectOurShape({ headers, body }: RawResponse): void {
  expect(ErrorBody.parse(body).requestId).toBe(headers['x-request-id'])
  expect(headers['x-request-id']).toMatch(/^req_\w{22}$/)
  expect(headers['x-api-version']).toBe(API_VERSION)
}

test('an unknown or malformed path and an unknown method are 404 with our error body', async () => {
  const { port, key } = api()
  const apiKey = await key()
  const paths = [
    '/',
    '/nothing',
    '/item',
    '/item/%',
    '/item/%zz',
    '/item/%ff',
    '/item/%ed%a0%80',
    '/item/a%00b',
  ]
  const long = [`/item/${'x'.repeat(201)}`, `/${'x'.repeat(4_000)}`]
  const odd = ['//', '/item//1', '/item/../echo', '*', '/item/1/', '/%2e%2e/', '/item/1;a=b/c']
  for (const path of [...paths, ...long, ...odd]) {
    const response = await sendRaw(port, request({ method: 'GET', path, key: apiKey }))
    expect([path, response.status, response.body.code]).toEqual([path, 404, 'not_found'])
    expectOurShape(response)
  }
  const body = '{"a":1}'
  for (const method of ['DELETE', 'PATCH', 'PUT', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'SEARCH']) {
    const headers = ['content-type: nonsense']
    const response = await sendRaw(port, request({ method, path: '/item/1', key: apiKey, headers, body }))
    expect([method, response.status, response.body.code]).toEqual([method, 404, 'not_found'])
    expectOurShape(response)
  }
})

test('a URL that is too long is refused with the field url', async () => {
  const { port, key } = api()
  const path = `/item/1?a=${'x'.repeat(8_192)}`
  const response = await sendRaw(port, request({ method: 'GET', path, key: await key() }))
  expect([response.status, response.body.code, response.body.field]).toEqual([400, 'invalid_request', 'url'])
  expectOurShape(response)
})

test('NUL or a repeated query parameter is refused with its name; bad escapes are accepted', async () => {
  const { port, key } = api()
  const apiKey = await key()
  const ask = (path: string) => sendRaw(port, request({ method: 'GET', path, key: apiKey }))
  for (const [field, path] of [
    ['a', '/item/1?a=x%00'],
    ['a', '/item/1?a=1&a=2'],
  ] as const) {
    const response = await ask(path)
    expect([path, response.status, response.body.field]).toEqual([path, 400, field])
    expectOurShape(response)
  }
  for (const query of [
    'a=%',
    'a=%zz',
    'a=%ff',
    'a=%ed%a0%80',
    '__proto__=1',
    'a%00=1',
    'a[b]=1',
    '&&==&',
    '?',
  ])
    expect([query, (await ask(`/item/1?${query}`)).status]).toEqual([query, 200])
})

test('bytes that are not HTTP are 400 with our error body, and the connection is closed', async () => {
  const { port } = api()
  const bytes = [
    'HELLO\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /item/1 HTTP/1.1\r\nbad header\r\n\r\n',
    'GET /item/1 HTTP/1.1\r\nx: a\0b\r\n\r\n',
    'GET /item/\0 HTTP/1.1\r\n\r\n',
    'POST /echo HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    'POST /echo HTTP/1.1\r\ncontent-length: -1\r\n\r\n',
    'POST /echo HTTP/1.1\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ]
  for (const one of bytes) {
    const response = await sendRaw(port, Buffer.from(one, 'latin1'))
    expect([one, response.status, response.headers.connection]).toEqual([one, 400, 'close'])
    expectOurShape(response)
  }
})

test('a body with malformed chunks is 400 with our error body', async () => {
  const { port, key } = api()
  const headers = ['content-type: application/json', 'transfer-encoding: chunked']
  const head = request({ key: await key(), headers })
  const response = await sendRaw(port, Buffer.concat([head, Buffer.from('5\r\n{"a":\r\nzz\r\n')]))
  expect(response.status).toBe(400)
  expectOurShape(response)
})

test('a request whose length is said in two ways is refused, and nothing behind it is read', async () => {
  const { port, key } = api()
  const apiKey = await key()
  const second = 'GET /item/2 HTTP/1.1\r\nhost: a\r\n\r\n'
  for (const more of [
    ['transfer-encoding: chunked', `content-length: ${5 + second.length}`],
    ['content-length: 0', `content-length: ${second.length}`],
    ['transfer-encoding: chunked, identity'],
    ['transfer-encoding : chunked'],
  ]) {
    const headers = ['content-type: application/json', ...more]
    const head = request({ key: apiKey, headers })
    const { status, body } = await sendRaw(port, Buffer.concat([head, Buffer.from(`0\r\n\r\n${second}`)]))
    expect([more, status, body.code]).toEqual([more, 400, 'invalid_request'])
  }
})

test('headers of 8 KB are accepted; larger ones are 431, also on a reused connection', async () => {
  const { port, key } = api()
  const apiKey = await key()
  const headers = (bytes: number) => [`x-filler: ${'x'.repeat(bytes)}`]
  const ask = (bytes: number) =>
    request({ method: 'GET', path: '/item/1', key: apiKey, headers: headers(bytes) })
  expect((await sendRaw(port, ask(8_000))).status).toBe(200)
  const response = await sendRaw(port, ask(12_000))
  expect([response.status, response.body.field]).toEqual([431, 'headers'])
  expectOurShape(response)
  const first = await fetch(`${api().url}/item/1`, { headers: { 'x-api-key': apiKey } })
  await first.text()
  const second = await fetch(`${api().url}/item/1`, { headers: { 'x-filler': 'x'.repeat(12_000) } })
  expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([431, 'invalid_request'])
})

test('a missing Host, HTTP/1.0, an unknown Expect and an Upgrade are accepted', async () => {
  const { port, key } = api()
  const apiKey = await key()
  const old = `GET /item/1 HTTP/1.0\r\nx-api-key: ${apiKey}\r\n\r\n`
  expect((await sendRaw(port, old)).status).toBe(200)
  for (const header of ['expect: something', 'expect: 100-continue', 'upgrade: websocket', 'host: a\\b']) {
    const headers = [header, 'connection: close']
    const response = await sendRaw(port, request({ method: 'GET', path: '/item/1', key: apiKey, headers }))
    expect([header, [100, 200].includes(response.status)]).toEqual([header, true])
  }
})

test('HEAD is answered like GET, without the body', async () => {
  const headers = { 'x-api-key': await api().key() }
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => fetch(`${api().url}/item/1`, { method, headers })),
  )
  expect([head?.status, await head?.text()]).toEqual([200, ''])
  expect(head?.headers.get('content-length')).toBe(String(Buffer.byteLength((await get?.text()) ?? '')))
  expect(head?.headers.get('x-ratelimit-limit')).toBe('300')
})
