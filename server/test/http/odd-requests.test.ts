import { API_VERSION, ErrorBody } from '@atelier/contract'
import { expect, test } from 'vitest'
import { type Heard, request, speakRaw } from './send-raw.ts'
import { useEchoApi } from './use-echo-api.ts'

const door = useEchoApi()

function isOurs({ headers, body }: Heard): void {
  expect(ErrorBody.parse(body).requestId).toBe(headers['x-request-id'])
  expect(headers['x-request-id']).toMatch(/^req_\w{22}$/)
  expect(headers['x-api-version']).toBe(API_VERSION)
}

test('an address or method that is not there is 404 in our shape, also a malformed one', async () => {
  const { port, key } = door()
  const given = await key()
  const paths = [
    '/',
    '/nothing',
    '/look',
    '/look/%',
    '/look/%zz',
    '/look/%ff',
    '/look/%ed%a0%80',
    '/look/a%00b',
  ]
  const long = [`/look/${'x'.repeat(201)}`, `/${'x'.repeat(4_000)}`]
  const odd = ['//', '/look//1', '/look/../echo', '*', '/look/1/', '/%2e%2e/', '/look/1;a=b/c']
  for (const path of [...paths, ...long, ...odd]) {
    const heard = await speakRaw(port, request({ method: 'GET', path, key: given }))
    expect([path, heard.status, heard.body.code]).toEqual([path, 404, 'not_found'])
    isOurs(heard)
  }
  const body = '{"a":1}'
  for (const method of ['DELETE', 'PATCH', 'PUT', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'SEARCH']) {
    const headers = ['content-type: nonsense']
    const heard = await speakRaw(port, request({ method, path: '/look/1', key: given, headers, body }))
    expect([method, heard.status, heard.body.code]).toEqual([method, 404, 'not_found'])
    isOurs(heard)
  }
})

test('an address that is too long is refused by name', async () => {
  const { port, key } = door()
  const path = `/look/1?a=${'x'.repeat(8_192)}`
  const heard = await speakRaw(port, request({ method: 'GET', path, key: await key() }))
  expect([heard.status, heard.body.code, heard.body.field]).toEqual([400, 'invalid_request', 'url'])
  isOurs(heard)
})

test('a query is text: NUL or a parameter twice is refused by name, bad escapes are not', async () => {
  const { port, key } = door()
  const given = await key()
  const ask = (path: string) => speakRaw(port, request({ method: 'GET', path, key: given }))
  for (const [field, path] of [
    ['a', '/look/1?a=x%00'],
    ['a', '/look/1?a=1&a=2'],
  ] as const) {
    const heard = await ask(path)
    expect([path, heard.status, heard.body.field]).toEqual([path, 400, field])
    isOurs(heard)
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
    expect([query, (await ask(`/look/1?${query}`)).status]).toEqual([query, 200])
})

test('bytes that are no request get a 400 of our shape, and the connection is closed', async () => {
  const { port } = door()
  const bytes = [
    'HELLO\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /look/1 HTTP/1.1\r\nbad header\r\n\r\n',
    'GET /look/1 HTTP/1.1\r\nx: a\0b\r\n\r\n',
    'GET /look/\0 HTTP/1.1\r\n\r\n',
    'POST /echo HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    'POST /echo HTTP/1.1\r\ncontent-length: -1\r\n\r\n',
    'POST /echo HTTP/1.1\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ]
  for (const one of bytes) {
    const heard = await speakRaw(port, Buffer.from(one, 'latin1'))
    expect([one, heard.status, heard.headers.connection]).toEqual([one, 400, 'close'])
    isOurs(heard)
  }
})

test('a body whose chunks are malformed is 400 in our shape', async () => {
  const { port, key } = door()
  const headers = ['content-type: application/json', 'transfer-encoding: chunked']
  const head = request({ key: await key(), headers })
  const heard = await speakRaw(port, Buffer.concat([head, Buffer.from('5\r\n{"a":\r\nzz\r\n')]))
  expect(heard.status).toBe(400)
  isOurs(heard)
})

test('headers of 8 KB pass; headers of more are 431, also on a connection that was used before', async () => {
  const { port, key } = door()
  const given = await key()
  const headers = (bytes: number) => [`x-filler: ${'x'.repeat(bytes)}`]
  const ask = (bytes: number) =>
    request({ method: 'GET', path: '/look/1', key: given, headers: headers(bytes) })
  expect((await speakRaw(port, ask(8_000))).status).toBe(200)
  const heard = await speakRaw(port, ask(12_000))
  expect([heard.status, heard.body.field]).toEqual([431, 'headers'])
  isOurs(heard)
  const kept = await fetch(`${door().url}/look/1`, { headers: { 'x-api-key': given } })
  await kept.text()
  const again = await fetch(`${door().url}/look/1`, { headers: { 'x-filler': 'x'.repeat(12_000) } })
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([431, 'invalid_request'])
})

test('no Host, an old version, an odd expectation or an upgrade are no reason to refuse', async () => {
  const { port, key } = door()
  const given = await key()
  const old = `GET /look/1 HTTP/1.0\r\nx-api-key: ${given}\r\n\r\n`
  expect((await speakRaw(port, old)).status).toBe(200)
  for (const header of ['expect: something', 'expect: 100-continue', 'upgrade: websocket', 'host: a\\b']) {
    const headers = [header, 'connection: close']
    const heard = await speakRaw(port, request({ method: 'GET', path: '/look/1', key: given, headers }))
    expect([header, [100, 200].includes(heard.status)]).toEqual([header, true])
  }
})

test('HEAD answers as GET does, without the body', async () => {
  const headers = { 'x-api-key': await door().key() }
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => fetch(`${door().url}/look/1`, { method, headers })),
  )
  expect([head?.status, await head?.text()]).toEqual([200, ''])
  expect(head?.headers.get('content-length')).toBe(String(Buffer.byteLength((await get?.text()) ?? '')))
  expect(head?.headers.get('x-ratelimit-limit')).toBe('300')
})
