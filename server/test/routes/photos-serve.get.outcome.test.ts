import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeAsset, makePhoto, makeProduct, referencePath } from './make-album.ts'

const system = useSharedSystem()

test('an upload is served by its name: in full, by range, or 304 if unchanged', async () => {
  const { call, createUser } = system()
  const { url } = await makeAsset(system(), await createUser())
  const whole = await fetch(url)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    etag,
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  })
  expect(whole.headers.has('content-disposition')).toBe(false)
  const part = await fetch(url, { headers: { range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  expect((await call('GET', url, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('download=1 serves files of all three kinds as named attachments', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const { url } = await makeAsset(system(), user)
  const media = await finished(user, (await submit(user)).body.id)
  for (const file of [url, media.videoUrl as string, media.thumbnailUrl as string]) {
    const answer = await fetch(`${file}?download=1`, { method: 'HEAD' })
    const name = file.split('/').at(-1)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect((await fetch(`${file}?download=0`, { method: 'HEAD' })).headers.has('content-disposition')).toBe(
      false,
    )
  }
})

test('a deleted photo is answered 410, also to a caller that has a copy of it', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const photo = await makePhoto(system(), user, id)
  const etag = (await fetch(photo.url)).headers.get('etag') ?? ''
  await call('DELETE', `${referencePath(id)}/${photo.id}`, { key: user.apiKey })
  const { status, body } = await call('GET', photo.url, { headers: { 'if-none-match': etag } })
  expect([status, body.code]).toEqual([410, 'erased'])
})

test('a generated file has type, length, strong ETag, caching for a day, ranges and HEAD', async () => {
  const { call, createUser, submit, finished } = system()
  const user = await createUser()
  const media = await finished(user, (await submit(user)).body.id)
  const url = media.videoUrl as string
  const whole = await fetch(url)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    etag,
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=86400',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  const part = await fetch(url, { headers: { range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
  expect((await call('GET', url, { headers: { 'if-none-match': `"x", ${etag}` } })).status).toBe(304)
  const outside = await call('GET', url, { headers: { range: `bytes=${bytes.length}-` } })
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  const other = await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': '"another"' } })
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
  const head = await call('HEAD', url)
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([
    200,
    String(bytes.length),
    '',
  ])
})

test('a thumbnail is a separate JPEG with its own ETag', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const media = await finished(user, (await submit(user)).body.id)
  const answer = await fetch(media.thumbnailUrl as string)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(answer.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
})

test('unfinished media has no file, and finished media only under its own extension', async () => {
  const { call, createUser, submit, finished } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model: 'simulator/hang' })).body
  const made = (await finished(user, (await submit(user)).body.id)).id
  for (const name of [
    `generated/${id}.png`,
    `thumbnails/${id}.jpg`,
    `generated/${made}.jpg`,
    `generated/${made}.mp4`,
    `thumbnails/${made}.png`,
    `uploads/${made}.png`,
  ])
    expect([name, (await call('GET', `/api/photos/serve/${name}`)).status]).toEqual([name, 404])
})
