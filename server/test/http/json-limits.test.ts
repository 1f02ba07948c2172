import { JSON_BODY_BYTES } from '@atelier/contract'
import { expect, test } from 'vitest'
import { request, sendRaw } from './send-raw.ts'
import { useEchoApi } from './use-echo-api.ts'

const api = useEchoApi()

async function send(body: string | Buffer, headers = ['content-type: application/json']) {
  const { port, key } = api()
  return sendRaw(port, request({ key: await key(), headers, body }))
}

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
const wide = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [i, 0])))

test('an object of 20 levels, 1,000 keys or 256 KB is accepted', async () => {
  const largest = JSON.stringify({ a: 'x'.repeat(JSON_BODY_BYTES - 8) })
  expect(Buffer.byteLength(largest)).toBe(JSON_BODY_BYTES)
  for (const body of [nested(20), wide(1_000), largest, '{"a":[[[["x"]]]]}']) {
    const response = await send(body)
    expect([response.status, JSON.stringify(response.body)]).toEqual([
      200,
      JSON.stringify({ body: JSON.parse(body) }),
    ])
  }
})

test('one level, one key or one byte more is refused, and so is a value that is not an object', async () => {
  const deep = [nested(21), `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, wide(1_001)]
  const inArrays = JSON.stringify({ a: Array.from({ length: 1_000 }, () => ({ b: 1 })) })
  for (const body of [...deep, inArrays, '[]', 'null', '"text"', '1']) {
    const response = await send(body)
    expect([response.status, response.body.code, response.body.field]).toEqual([
      400,
      'invalid_request',
      'body',
    ])
  }
  const large = await send(`"${'x'.repeat(JSON_BODY_BYTES)}"`)
  expect([large.status, large.body.code, large.body.limit]).toEqual([400, 'body_too_large', JSON_BODY_BYTES])
})

test('a body that is not JSON in UTF-8 is invalid_json', async () => {
  const latin = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9]), Buffer.from('"}')])
  const surrogate = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])
  for (const body of [latin, surrogate, '', '{', '{"a":1,}', '{"a":"\0"}', "{'a':1}", 'NaN', '{"a":1}{}']) {
    const response = await send(body)
    expect([body, response.status, response.body.code]).toEqual([body, 400, 'invalid_json'])
  }
})

test('text that the database cannot store is refused with its field name', async () => {
  const refused = [
    ['a', '{"a":"x\\u0000y"}'],
    ['a', '{"a":"\\ud800"}'],
    ['a', '{"a":"\\udc00\\ud800"}'],
    ['a', '{"b":"fine","a":{"deep":["\\u0000"]}}'],
    ['body', '{"\\u0000":1}'],
    ['body', '{"\\ud800":1}'],
  ] as const
  for (const [field, body] of refused) {
    const response = await send(body)
    expect([body, response.status, response.body.field]).toEqual([body, 400, field])
  }
  expect((await send('{"a":"\\ud83d\\ude00"}')).body).toEqual({ body: { a: '😀' } })
})

test('keys of the prototype have no effect', async () => {
  const response = await send(
    '{"__proto__":{"admin":true},"a":{"__proto__":1,"constructor":{"prototype":2}}}',
  )
  expect(JSON.stringify(response.body)).toBe('{"body":{"a":{"constructor":{"prototype":2}}}}')
  expect('admin' in {}).toBe(false)
})

test('the content type must be JSON, without an encoding, and each header must occur once', async () => {
  const refused = [
    ['content-type', []],
    ['content-type', ['content-type: text/plain']],
    ['content-type', ['content-type: json']],
    ['content-type', ['content-type: ;;;']],
    ['content-type', ['content-type: application/jsonp']],
    ['content-type', ['content-type: application/json', 'content-type: text/plain']],
    ['content-encoding', ['content-type: application/json', 'content-encoding: gzip']],
    ['content-encoding', ['content-type: application/json', 'content-encoding: x', 'content-encoding: y']],
    [
      'authorization',
      ['content-type: application/json', 'authorization: Bearer a', 'authorization: Bearer b'],
    ],
    ['x-api-key', ['content-type: application/json', 'x-api-key: another']],
  ] as const
  for (const [field, headers] of refused) {
    const response = await send('{}', [...headers])
    expect([headers, response.status, response.body.field]).toEqual([headers, 400, field])
  }
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.x+json']) {
    expect((await send('{}', [`content-type: ${type}`, 'content-encoding: identity'])).status).toBe(200)
  }
})

test('an unexpected body is ignored', async () => {
  const { port, key } = api()
  for (const method of ['GET', 'HEAD']) {
    const input = { method, path: '/item/1', key: await key(), body: '{"a":' }
    const response = await sendRaw(port, request({ ...input, headers: ['content-type: application/json'] }))
    expect([method, response.status]).toEqual([method, 200])
  }
})
