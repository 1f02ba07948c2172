import { createHash } from 'node:crypto'
import { Download } from '@atelier/contract'
import { expect, test } from 'vitest'
import { placementsOf } from '../../src/production/media/describe-download.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeMedia, makeWaitingJob } from './make-order.ts'

const system = useSharedSystem()

const requestDownload = (user: TestUser, id: string, query = '') =>
  system().call('GET', `/api/gen/media/${id}/download${query}`, { key: user.apiKey })

async function fetchFile(url: string) {
  const answer = await fetch(url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const hash = (name: string) => createHash(name).update(bytes).digest('hex')
  return { headers: answer.headers, sizeBytes: bytes.length, sha256: hash('sha256'), md5: hash('md5') }
}

test.each([
  ['1:1', 384, 384, ['feed_square']],
  ['2:3', 256, 384, []],
])('the upload kit of an image of size %s matches the file', async (size, width, height, placements) => {
  const user = await system().createUser()
  const media = await makeMedia(system(), user, { size })
  const { status, body } = await requestDownload(user, media.id)
  expect(status).toBe(200)
  const { downloadUrl, uploadKit, ...about } = Download.strict().parse(body)
  const { headers, sizeBytes, sha256, md5 } = await fetchFile(downloadUrl)
  const fileName = `${media.id}.png`
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`)
  expect(about).toEqual({ fileName, contentType: 'image/png', sizeBytes, sha256, expiresAt: null })
  const { thumbnailUrl } = media
  // server/test/renditions reads them.
  const { renditions, renditionsNote, ...kit } = uploadKit
  expect([renditions.length, renditionsNote.length > 0]).toEqual([6, true])
  expect(kit).toEqual({
    ...{ md5, width, height, placements, thumbnailUrl },
    codec: null,
    durationSeconds: 0,
    aiOriginMark: true,
  })
})

test('the upload kit of a video names its codec, duration and placement', async () => {
  const { call, createUser, finished } = system()
  const user = await createUser()
  const order = { prompt: 'a mug turns', durationSeconds: 6 }
  const { id } = (await call('POST', '/api/gen/video', { key: user.apiKey, body: order })).body
  await finished(user, id)
  const { downloadUrl, fileName, contentType, sha256, uploadKit } = (await requestDownload(user, id)).body
  const file = await fetchFile(downloadUrl)
  expect([fileName, contentType, sha256]).toEqual([`${id}.mp4`, 'video/mp4', file.sha256])
  expect(uploadKit).toMatchObject({
    md5: file.md5,
    codec: 'h264',
    durationSeconds: 6,
    placements: ['vertical'],
    aiOriginMark: true,
  })
})

test.each<[number, number, string[]]>([
  [1_000, 1_000, ['feed_square']],
  [1_020, 1_000, ['feed_square']],
  [1_021, 1_000, []],
  [980, 1_000, ['feed_square']],
  [979, 1_000, []],
  [1_080, 1_350, ['feed_portrait']],
  [480, 854, ['vertical']],
  [1_920, 1_080, ['landscape']],
  [1_920, 1_200, []],
])('a file of %d x %d fits %j, with a tolerance of 2 percent of the ratio', (width, height, fits) => {
  expect(placementsOf(width, height)).toEqual(fits)
})

test('each file of n = 2 has its own upload kit', async () => {
  const user = await system().createUser()
  const { outputs } = await makeMedia(system(), user, { n: 2 })
  const kits = await Promise.all(outputs.map(async ({ id }) => (await requestDownload(user, id)).body))
  expect(new Set(kits.map(({ sha256 }) => sha256)).size).toBe(2)
  expect(kits.map(({ downloadUrl }) => downloadUrl)).toEqual(
    outputs.map((one) => `${one.videoUrl}?download=1`),
  )
})

test('redirect=1 redirects to the download; another value is answered 400', async () => {
  const user = await system().createUser()
  const media = await makeMedia(system(), user)
  const { status, headers } = await requestDownload(user, media.id, '?redirect=1')
  expect([status, headers.get('location')]).toEqual([302, `${media.videoUrl}?download=1`])
  const wrong = await requestDownload(user, media.id, '?redirect=yes')
  expect([wrong.status, wrong.body.field]).toEqual([400, 'redirect'])
})

test('media without a file is answered 409 with its status', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const waiting = await requestDownload(user, await makeWaitingJob(system(), user), '?redirect=1')
  expect([waiting.status, waiting.body]).toMatchObject([
    409,
    { code: 'media_not_completed', status: 'processing' },
  ])
  const { id } = (await submit(user, { model: 'simulator/fail' })).body
  await finished(user, id)
  expect((await requestDownload(user, id)).body).toMatchObject({
    code: 'media_not_completed',
    status: 'failed',
  })
})
