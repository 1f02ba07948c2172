import { Download, type Rendition } from '@atelier/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readOriginMark } from '../../src/platform/imaging/index.ts'
import { makeMedia } from '../routes/make-order.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

const kitOf = async ({ apiKey }: TestUser, id: string) =>
  Download.parse((await system().call('GET', `/api/gen/media/${id}/download`, { key: apiKey })).body)
    .uploadKit

async function read(url: string) {
  const answer = await fetch(url)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const ratios = { '4:5': 4 / 5, '9:16': 9 / 16, '1.91:1': 1.91 }

async function expectPixels({ url, width, height, ratio }: Rendition): Promise<void> {
  const { answer, bytes } = await read(url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const found = await sharp(bytes).metadata()
  expect([found.format, found.width, found.height]).toEqual(['jpeg', width, height])
  expect(Math.abs(width / height / ratios[ratio as keyof typeof ratios] - 1)).toBeLessThan(0.01)
  expect(await readOriginMark(bytes, 'image/jpeg')).toBe(true)
}

test.each(['1:1', '2:3', '3:2'])(
  'every rendition in the kit of a picture of %s has the pixels and the ratio that the kit says',
  async (size) => {
    const user = await system().createUser()
    const { id } = await makeMedia(system(), user, { size })
    const { renditions, renditionsNote } = await kitOf(user, id)
    expect(renditions.map(({ placement, way }) => `${placement} ${way}`)).toEqual([
      'feed_portrait crop',
      'feed_portrait pad',
      'vertical crop',
      'vertical pad',
      'feed_landscape crop',
      'feed_landscape pad',
    ])
    expect(renditionsNote).toContain('stories and reels: vertical')
    for (const one of renditions) await expectPixels(one)
  },
)

test('a rendition has the headers, ranges and ETag of a file, and always the same bytes', async () => {
  const user = await system().createUser()
  const { id } = await makeMedia(system(), user)
  const [{ url = '' } = {}] = (await kitOf(user, id)).renditions
  const head = await fetch(url, { method: 'HEAD' })
  const { answer, bytes } = await read(url)
  const etag = answer.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{64}-feed_portrait-crop-1"$/)
  for (const one of [head, answer])
    expect(Object.fromEntries(one.headers)).toMatchObject({
      etag,
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=86400',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
    })
  expect((await read(url)).bytes.equals(bytes)).toBe(true)
  const part = await fetch(url, { headers: { range: 'bytes=100-199' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const name = url.split('/').at(-1)
  const download = await fetch(`${url}?download=1`, { method: 'HEAD' })
  expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
})

test('each file of a job has renditions of its own', async () => {
  const user = await system().createUser()
  const { outputs } = await makeMedia(system(), user, { n: 2 })
  const urls = await Promise.all(
    outputs.map(async ({ id }) => (await kitOf(user, id)).renditions[1]?.url as string),
  )
  const [first, second] = await Promise.all(urls.map(read))
  expect([first?.answer.status, second?.answer.status]).toEqual([200, 200])
  expect(first?.bytes.equals(second?.bytes as Buffer)).toBe(false)
})

test('only the owner is told the addresses; who has one may read it, like the file itself', async () => {
  const [owner, other] = [await system().createUser(), await system().createUser()]
  const { id } = await makeMedia(system(), owner)
  const path = `/api/gen/media/${id}/download`
  expect((await system().call('GET', path, { key: other.apiKey })).status).toBe(404)
  const [{ url = '' } = {}] = (await kitOf(owner, id)).renditions
  expect((await fetch(url)).status).toBe(200)
})

test('a picture that has the ratio already is named itself, and its copy does not exist', async () => {
  const { call, createUser, db } = system()
  const user = await createUser()
  const { id, videoUrl } = await makeMedia(system(), user)
  // A provider may make other pixels than those of the simulator. A trigger keeps final media as they are.
  await db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(`update media set width = 1024, height = 1280 where id = $1`, [id])
  })
  const [first, second] = (await kitOf(user, id)).renditions
  expect(first).toEqual({
    ...{ placement: 'feed_portrait', ratio: '4:5', way: 'none' },
    ...{ url: videoUrl, width: 1_024, height: 1_280 },
  })
  expect(second?.placement).toBe('vertical')
  const { status, body } = await call('GET', `/api/photos/serve/renditions/${id}-feed_portrait-crop.jpg`)
  expect([status, body.error]).toEqual([404, 'The file itself has this ratio: use its own URL.'])
})

test('a video has no renditions, and its kit says so', async () => {
  const { call, createUser, finished } = system()
  const user = await createUser()
  const body = { prompt: 'a mug turns', durationSeconds: 6 }
  const { id } = (await call('POST', '/api/gen/video', { key: user.apiKey, body })).body
  await finished(user, id)
  const { renditions, renditionsNote } = await kitOf(user, id)
  expect([renditions, renditionsNote.startsWith('Videos have no renditions')]).toEqual([[], true])
  expect((await call('GET', `/api/photos/serve/renditions/${id}-vertical-crop.jpg`)).status).toBe(404)
})

test('any other name is answered 404 and makes nothing', async () => {
  const { call, createUser, submit } = system()
  const user = await createUser()
  const { id } = await makeMedia(system(), user)
  const waiting = (await submit(user, { model: 'simulator/hang' })).body.id
  for (const name of [
    `${id}.jpg`,
    `${id}-square-crop.jpg`,
    `${id}-landscape-crop.jpg`,
    `${id}-vertical-blur.jpg`,
    `${id}-vertical-crop.png`,
    `${id}-vertical-crop-1.jpg`,
    `${id}-VERTICAL-crop.jpg`,
    `${id}-vertical-crop.jpg%00`,
    `..%2fgenerated%2f${id}.png`,
    `${waiting}-vertical-crop.jpg`,
    `med_0000000000000000000000-vertical-crop.jpg`,
    'x'.repeat(300),
  ]) {
    const { status, body } = await call('GET', `/api/photos/serve/renditions/${name}`)
    expect([name, status, body.code]).toEqual([name, 404, 'not_found'])
  }
})
