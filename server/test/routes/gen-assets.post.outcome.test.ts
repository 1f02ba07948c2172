import { createHash } from 'node:crypto'
import { AssetAnswer, UPLOAD_BYTES } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { drawPng, formOf, pngChunk } from './make-album.ts'

const system = useSharedSystem()

test('size, hash and dimensions of an asset are those of the file at its URL', async () => {
  const { baseUrl, call, createUser } = system()
  const answer = await call('POST', '/api/gen/assets', {
    key: (await createUser()).apiKey,
    form: formOf({}, drawPng(64, 48)),
  })
  expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([201, '20'])
  const { asset } = AssetAnswer.strict().parse(answer.body)
  expect(asset.url).toBe(`${baseUrl}/api/photos/serve/uploads/${asset.id}.png`)
  const bytes = Buffer.from(await (await fetch(asset.url)).arrayBuffer())
  expect(asset).toMatchObject({
    contentType: 'image/png',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: 64,
    height: 48,
  })
})

test('metadata of a picture is removed', async () => {
  const { call, createUser } = system()
  const plain = drawPng()
  const secret = pngChunk('tEXt', Buffer.from('Comment\0where I live'))
  const withComment = Buffer.concat([plain.subarray(0, 33), secret, plain.subarray(33)])
  const { body } = await call('POST', '/api/gen/assets', {
    key: (await createUser()).apiKey,
    form: formOf({}, withComment),
  })
  const stored = Buffer.from(await (await fetch(body.asset.url)).arrayBuffer())
  expect([stored.includes('where I live'), stored.includes('tEXt')]).toEqual([false, false])
})

test.each<[string, FormData, string, string | undefined]>([
  ['no file', formOf({ label: 'x' }, null), 'invalid_request', 'file'],
  [
    'a file that is not a picture',
    formOf({}, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    'invalid_request',
    'file',
  ],
  ['a truncated picture', formOf({}, drawPng().subarray(0, 50)), 'invalid_request', 'file'],
  ['a file of more than 10 MB', formOf({}, Buffer.alloc(UPLOAD_BYTES + 1)), 'body_too_large', undefined],
])('%s is answered 400', async (_, form, code, field) => {
  const { call, createUser } = system()
  const { status, body } = await call('POST', '/api/gen/assets', { key: (await createUser()).apiKey, form })
  expect([status, body.code, body.field]).toEqual([400, code, field])
})

test('JSON is answered 400', async () => {
  const { call, createUser } = system()
  const { status, body } = await call('POST', '/api/gen/assets', {
    key: (await createUser()).apiKey,
    body: {},
  })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
})
