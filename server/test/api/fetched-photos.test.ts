import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, serveBytes } from '../../checks/addresses/address-case.ts'
import { openEnvironment } from '../../checks/addresses/open-environment.ts'
import { ownerOf } from '../../src/access/identity/index.ts'
import {
  fetchHiddenPhoto,
  findPhotos,
  insertHiddenPhoto,
  type PhotoRow,
} from '../../src/catalog/photos/index.ts'
import { UnusableAddress } from '../../src/platform/fetching/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { UnusablePicture } from '../../src/platform/imaging/index.ts'
import { drawPng, makeProduct, pngChunk, referencePath } from '../routes/make-album.ts'
import { useSystem } from '../use-system.ts'

/** A simulated internet in which these host names serve these files. */
const environment = await openEnvironment()
const intact = drawPng(64, 48)
const secret = pngChunk('tEXt', Buffer.from('Comment\0where I live'))
const files = {
  'whole.public.example': intact,
  'talkative.public.example': Buffer.concat([intact.subarray(0, 33), secret, intact.subarray(33)]),
  'broken.public.example': Buffer.concat([intact.subarray(0, 60), Buffer.alloc(100)]),
  'page.public.example': Buffer.from('<html>no picture at all</html>'),
}
const requestCounts = new Map<string, number>()

const system = useSystem({}, (app) => {
  const defaultFetcher = app.fetcher
  app.fetcher = environment.open()
  void defaultFetcher.close()
})

beforeAll(() => {
  for (const [host, bytes] of Object.entries(files)) {
    const send = serveBytes(bytes)
    const serve: typeof send = (request, response) => {
      requestCounts.set(host, (requestCounts.get(host) ?? 0) + 1)
      send(request, response)
    }
    environment.add([{ name: host, url: at(host), ends: 'picture', sites: { [host]: { serve } } }])
  }
})
afterAll(() => environment.close())

test('a picture fetched from a URL is cleaned, stored and served from our URL', async () => {
  const { app, call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const body = { label: 'front', fileUrl: at('talkative.public.example/a.png') }
  const answer = await call('POST', referencePath(id), { key: user.apiKey, body })
  expect(answer.status).toBe(201)
  const { photo } = answer.body
  expect(photo.url).toBe(`${app.config.publicUrl}/api/photos/serve/uploads/${photo.id}.png`)
  const stored = Buffer.from(await (await fetch(photo.url)).arrayBuffer())
  expect([stored.subarray(1, 4).toString(), stored.includes('where I live')]).toEqual(['PNG', false])
})

test.each([
  ['broken.public.example', 'The image is broken or incomplete.'],
  ['page.public.example', 'The file at the URL is not a JPEG, PNG or WebP image.'],
  [
    'absent.public.example',
    'The host name of the URL does not exist, or its server is not on the public internet.',
  ],
])('an unusable file at %s is answered 400, and no photo is added', async (host, sentence) => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const request = { key: user.apiKey, body: { label: 'front', fileUrl: at(`${host}/a.png`) } }
  const { status, body } = await call('POST', referencePath(id), request)
  expect([status, body.code, body.field, body.error]).toEqual([
    400,
    'invalid_request',
    'fileUrl',
    `fileUrl: ${sentence}`,
  ])
  expect((await call('GET', referencePath(id), { key: user.apiKey })).body.photos).toEqual([])
})

/** Inserts a hidden photo for a URL, as a submit does. */
async function insertHidden(host: string): Promise<{ id: string; read: () => Promise<PhotoRow[]> }> {
  const { app, createUser } = system()
  const owner = ownerOf((await createUser()).id, 'live')
  const id = newId('photo')
  const sourceUrl = at(`${host}/a.png`)
  await app.db.transaction((tx) =>
    insertHiddenPhoto(tx, owner, { kind: 'external_url', id, label: 'a.png', sourceUrl }),
  )
  return { id, read: () => findPhotos(app.db, owner, [id]) }
}

test('the URL of a job is stored once, even by concurrent calls, and not fetched again', async () => {
  const { app } = system()
  const { id, read } = await insertHidden('whole.public.example')
  expect(await read()).toMatchObject([{ id, kind: 'external_url', object_key: null }])
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => fetchHiddenPhoto(app, id)))
  expect(first).toMatchObject({ contentType: 'image/png' })
  const before = requestCounts.get('whole.public.example')
  const again = await fetchHiddenPhoto(app, id)
  expect(requestCounts.get('whole.public.example')).toBe(before)
  for (const one of [...others, again])
    expect([one.objectKey, one.sizeBytes]).toEqual([first?.objectKey, first?.sizeBytes])
  expect(await read()).toMatchObject([{ object_key: first?.objectKey }])
  const served = await fetch(`${app.config.publicUrl}/api/photos/serve/uploads/${id}.png`)
  expect([served.status, (await served.arrayBuffer()).byteLength]).toEqual([200, first?.sizeBytes])
})

test('an unusable URL of a job throws and leaves the photo without a file', async () => {
  const { app } = system()
  for (const [host, errorType] of [
    ['broken.public.example', UnusablePicture],
    ['page.public.example', UnusableAddress],
  ] as const) {
    const { id, read } = await insertHidden(host)
    await expect(fetchHiddenPhoto(app, id)).rejects.toThrow(errorType)
    expect(await read()).toMatchObject([{ object_key: null }])
    expect((await fetch(`${app.config.publicUrl}/api/photos/serve/uploads/${id}.png`)).status).toBe(404)
  }
})
