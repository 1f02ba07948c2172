import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { useSystem } from '../use-system.ts'

const system = useSystem({ FILES_URL: inject('s3').endpoint })

const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex')

async function finishedImage() {
  const user = await system().createUser()
  const { body } = await system().submit(user, { prompt: 'a blue mug' })
  const media = await system().finished(user, body.id)
  return { user, id: body.id, url: media.videoUrl as string, thumbnailUrl: media.thumbnailUrl as string }
}

const without = (init: RequestInit = {}): RequestInit => ({ redirect: 'manual', ...init })

test('a file is answered with a redirect, and the bytes come from the storage', async () => {
  const { url, thumbnailUrl } = await finishedImage()
  for (const [one, type] of [
    [url, 'image/png'],
    [thumbnailUrl, 'image/jpeg'],
  ] as const) {
    const answer = await fetch(one, without())
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect((await answer.arrayBuffer()).byteLength).toBe(0)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.origin).toBe(new URL(inject('s3').endpoint).origin)
    expect(Number(target.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60)
    const file = await fetch(target)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
    expect(file.headers.get('cache-control')).toBe('public, max-age=86400')
    const head = await fetch(one, without({ method: 'HEAD' }))
    expect([head.status, head.headers.get('etag')]).toEqual([200, `"${sha256(await file.arrayBuffer())}"`])
  }
})

test('a rendition is made, and then answered with a redirect like a file', async () => {
  const { url, id } = await finishedImage()
  const rendition = url.replace('/generated/', '/renditions/').replace(`${id}.png`, `${id}-vertical-pad.jpg`)
  for (const time of ['first', 'second']) {
    const answer = await fetch(rendition, without())
    expect([time, answer.status, answer.headers.get('cache-control')]).toEqual([time, 302, 'no-store'])
    const file = await fetch(answer.headers.get('location') ?? '')
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const head = await fetch(rendition, without({ method: 'HEAD' }))
    expect(head.headers.get('content-length')).toBe(String((await file.arrayBuffer()).byteLength))
  }
})

test('ranges, downloads and unchanged files work as without redirects', async () => {
  const { url } = await finishedImage()
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
  const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(10, 20))).toBe(true)
  const download = await fetch(`${url}?download=1`)
  expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${url.split('/').at(-1)}"`)
  await download.body?.cancel()
  const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? ''
  expect((await fetch(url, without({ headers: { 'if-none-match': etag } }))).status).toBe(304)
  expect((await fetch(url, without({ headers: { range: 'bytes=99999999-' } }))).status).toBe(416)
})

test('the address in a redirect is for one object only', async () => {
  const [first, second] = [await finishedImage(), await finishedImage()]
  const target = new URL((await fetch(first.url, without())).headers.get('location') ?? '')
  const other = new URL((await fetch(second.url, without())).headers.get('location') ?? '')
  target.pathname = other.pathname
  expect((await fetch(target)).status).toBe(403)
  target.search = ''
  expect((await fetch(target)).status).toBe(403)
})
