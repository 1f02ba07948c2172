import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { drawPng, formOf, pngChunk } from './make-album.ts'
import { testSecurity } from './test-security.ts'

const system = useSharedSystem()
const PAGE = Buffer.from('<!doctype html><script>alert(1)</script>')

testSecurity(endpoints.uploadAsset, { valid: async () => ({ form: () => formOf({}) }) })

test('a page under the name and the type of a picture is refused', async () => {
  const { call, createUser } = system()
  const { apiKey: key } = await createUser()
  for (const bytes of [PAGE, Buffer.concat([drawPng().subarray(0, 16), PAGE])]) {
    const form = formOf({}, null)
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
    const { status, body } = await call('POST', '/api/gen/assets', { key, form })
    expect([status, body.field]).toEqual([400, 'file'])
  }
  expect((await call('GET', '/api/gen/assets', { key })).body.assets).toEqual([])
})

test('a page inside a picture is not served, and the file is a picture for every browser', async () => {
  const { call, createUser } = system()
  const plain = drawPng()
  const hidden = pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), PAGE]))
  const { body } = await call('POST', '/api/gen/assets', {
    key: (await createUser()).apiKey,
    form: formOf({}, Buffer.concat([plain.subarray(0, 33), hidden, plain.subarray(33)])),
  })
  const file = await fetch(body.asset.url)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  })
  expect(Buffer.from(await file.arrayBuffer()).includes('<script')).toBe(false)
})
