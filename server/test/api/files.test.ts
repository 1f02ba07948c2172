import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { useHouse } from '../house.ts'

const house = useHouse()

test('a file: type, length, strong ETag, cache for ever, ranges, HEAD, and nothing else', async () => {
  const { app, call, person, submit, finished } = house()
  const who = await person()
  const media = await finished(who, (await submit(who)).body.id)
  const url = media.videoUrl as string
  const whole = await fetch(url)
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  const part = await fetch(url, { headers: { range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
  const etag = whole.headers.get('etag') as string
  expect((await call('GET', url, { headers: { 'if-none-match': `"x", ${etag}` } })).status).toBe(304)
  expect((await call('GET', url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
  const other = await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': '"another"' } })
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
  const head = await call('HEAD', url)
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([
    200,
    String(bytes.length),
    '',
  ])
  const thumbnail = await fetch(media.thumbnailUrl as string)
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  for (const name of [
    `${media.id}.jpg`,
    `${media.id}.exe`,
    media.id,
    `med_${'0'.repeat(22)}.png`,
    '..%2f..%2fpackage.json',
  ]) {
    expect((await call('GET', `${app.config.publicUrl}/api/photos/serve/generated/${name}`)).status).toBe(404)
  }
})

test('an unfinished media has no file yet', async () => {
  const { call, person, submit, poll } = house()
  const who = await person()
  const { body } = await submit(who, { model: 'simulator/slow' })
  expect(await poll(who, body.id)).toMatchObject({ videoUrl: null, outputs: [] })
  expect((await call('GET', `/api/photos/serve/generated/${body.id}.png`)).status).toBe(404)
})
