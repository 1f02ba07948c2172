import { createServer } from 'node:net'
import { PhotoAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { drawPng, formOf, makeAsset, makeProduct, referencePath } from './make-album.ts'

const system = useSharedSystem()

async function setUpProduct() {
  const user = await system().createUser()
  const path = referencePath((await makeProduct(system(), user)).id)
  const add = (request: { body?: unknown; form?: FormData }) =>
    system().call('POST', path, { key: user.apiKey, ...request })
  const listPhotos = async () => (await system().call('GET', path, { key: user.apiKey })).body.photos
  return { user, add, listPhotos }
}

test('a form file becomes a photo, and only the first is primary', async () => {
  const { add, listPhotos } = await setUpProduct()
  const first = await add({ form: formOf({ label: ' front ' }) })
  expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([201, '20'])
  const { photo } = PhotoAnswer.strict().parse(first.body)
  expect(photo).toMatchObject({ label: 'front', isPrimary: true })
  expect(photo.url).toBe(`${system().baseUrl}/api/photos/serve/uploads/${photo.id}.png`)
  expect((await fetch(photo.url)).headers.get('content-type')).toBe('image/png')
  const second = (await add({ form: formOf({ label: 'back' }) })).body.photo
  expect(second.isPrimary).toBe(false)
  expect(await listPhotos()).toEqual([photo, second])
})

test('an uploaded asset and a finished image become photos by id', async () => {
  const { submit, finished } = system()
  const { user, add } = await setUpProduct()
  const asset = await makeAsset(system(), user)
  const media = await finished(user, (await submit(user)).body.id)
  for (const mediaAssetId of [asset.id, media.id]) {
    const { status, headers, body } = await add({ body: { mediaAssetId, label: 'made' } })
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([201, '60'])
    expect((await fetch(body.photo.url)).status).toBe(200)
  }
})

test('an unfinished image is answered 404', async () => {
  const { submit } = system()
  const { user, add } = await setUpProduct()
  const { id } = (await submit(user, { model: 'simulator/hang' })).body
  const { status, body } = await add({ body: { mediaAssetId: id, label: 'soon' } })
  expect([status, body.field]).toEqual([404, 'mediaAssetId'])
})

const fileUrl = 'https://example.com/a.png'
const label = 'front'

test.each<[string, { body?: unknown; form?: FormData }, string]>([
  ['no label', { body: { fileUrl } }, 'label'],
  ['a blank label', { body: { fileUrl, label: ' ' } }, 'label'],
  ['a label of 101 characters', { body: { fileUrl, label: 'x'.repeat(101) } }, 'label'],
  ['a form without a label', { form: formOf({}) }, 'label'],
  ['a form without a file', { form: formOf({ label }, null) }, 'file'],
  ['a form with a text file', { form: formOf({ label }, Buffer.from('hello')) }, 'file'],
  ['a form with a truncated picture', { form: formOf({ label }, drawPng().subarray(0, 60)) }, 'file'],
  ['no source', { body: { label } }, 'fileUrl'],
  ['two sources', { body: { label, fileUrl, mediaAssetId: 'ast_0000000000000000000000' } }, 'fileUrl'],
  ['a URL without TLS', { body: { label, fileUrl: 'http://example.com/a.png' } }, 'fileUrl'],
  ['a relative URL', { body: { label, fileUrl: 'a.png' } }, 'fileUrl'],
])('%s is answered 400 with the field named, and no photo is added', async (_, request, field) => {
  const { add, listPhotos } = await setUpProduct()
  const { status, body } = await add(request)
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
  expect(await listPhotos()).toEqual([])
})

test('an internal address is answered 400 with a fixed message, and is never contacted', async () => {
  const { add, listPhotos } = await setUpProduct()
  let connections = 0
  const canary = createServer((socket) => {
    connections++
    socket.destroy()
  })
  const port = await new Promise<number>((done) =>
    canary.listen(0, '127.0.0.1', () => done((canary.address() as { port: number }).port)),
  )
  try {
    const inside = [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      '127.0.0.1',
      '[::1]',
      '169.254.169.254',
      '10.0.0.1',
    ]
    for (const host of inside) {
      const { status, body } = await add({ body: { label, fileUrl: `https://${host}/a.png` } })
      expect([host, status, body.code, body.field]).toEqual([host, 400, 'invalid_request', 'fileUrl'])
      expect(body.error).toMatch(
        /^fileUrl: The (?:URL must be an HTTPS|host name of the URL does not exist, or its server is)/,
      )
      expect(body.error).not.toContain(host)
    }
  } finally {
    canary.close()
  }
  expect([connections, await listPhotos()]).toEqual([0, []])
})
