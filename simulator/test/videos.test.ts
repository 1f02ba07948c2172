import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type MediaFormat, pixelSize } from '../src/pixel-size.ts'
import { probeVideo } from './probe-video.ts'
import { createTempFolder, readBytes, runSimulator, videoRequest } from './run-simulator.ts'

const AI_MADE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

test.each([
  ['SD', 'portrait', 6, 9 / 16],
  ['SD', 'landscape', 10, 16 / 9],
  ['SD', 'square', 15, 1],
  ['HD', 'portrait', 15, 9 / 16],
  ['HD', 'landscape', 6, 16 / 9],
  ['HD', 'square', 10, 1],
] as const)(
  'a video in %s, %s, of %i seconds is H.264 with that ratio and duration, and moves',
  async (resolution, orientation, durationSeconds, ratio) => {
    const DATA = createTempFolder()
    const simulator = await runSimulator({ DATA, VIDEO_MS: 0, LONG_SIDE_PIXELS: 384 })
    const id = await simulator.accept({ ...videoRequest, resolution, orientation, durationSeconds })
    const { files } = await simulator.job(id)
    expect(files).toMatchObject([{ url: `${simulator.url}/v1/files/${id}/0.mp4`, contentType: 'video/mp4' }])
    const response = await simulator.video(id)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    const bytes = await readBytes(response)
    const { codec_name, pix_fmt, width, height, duration, frames } = await probeVideo(bytes)
    expect([codec_name, pix_fmt]).toEqual(['h264', 'yuv420p'])
    expect([width, height]).toEqual([files[0]?.width, files[0]?.height])
    expect(width / height / ratio).toBeCloseTo(1, 2)
    expect(Math.abs(Number(duration) - durationSeconds)).toBeLessThan(0.2)
    // The index comes first, so that a browser can play before the download is complete.
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(frames).toHaveLength(durationSeconds)
    expect(changedShare(frames[0], frames.at(-1))).toBeGreaterThan(0.05)
    expect(readdirSync(join(DATA, 'making'))).toEqual([])
  },
)

test('a video has its default size or fits the set limit, with even sides and the right ratio', () => {
  const sizes = (['SD', 'HD'] as const).flatMap((resolution) =>
    (['portrait', 'landscape', 'square'] as const).map((orientation) => {
      const shape: MediaFormat = { kind: 'video', durationSeconds: 6, resolution, orientation }
      for (let bound = 64; bound <= 1300; bound++) {
        const { width, height } = pixelSize(shape, bound)
        expect(Math.max(width, height)).toBeLessThanOrEqual(bound)
        expect([width % 2, height % 2]).toEqual([0, 0])
        const ratio = orientation === 'square' ? 1 : 16 / 9
        expect(Math.abs(Math.max(width, height) / Math.min(width, height) / ratio - 1)).toBeLessThan(0.01)
      }
      const { width, height } = pixelSize(shape, 4096)
      return `${width}x${height}`
    }),
  )
  expect(sizes).toEqual(['480x854', '854x480', '640x640', '720x1280', '1280x720', '1080x1080'])
})

test('a video has the same bytes after kill -9 and with other settings; another job differs', async () => {
  const DATA = createTempFolder()
  const before = await runSimulator({ DATA, VIDEO_MS: 0 })
  const id = await before.accept(videoRequest)
  const other = await before.accept(videoRequest)
  const bytes = await readBytes(await before.video(id))
  expect((await readBytes(await before.video(other))).equals(bytes)).toBe(false)
  await before.kill()
  mkdirSync(join(DATA, 'making', 'video-torn'))
  const after = await runSimulator({ DATA, LONG_SIDE_PIXELS: 128, SEED: 5 })
  expect((await readBytes(await after.video(id))).equals(bytes)).toBe(true)
  expect(readdirSync(join(DATA, 'making'))).toEqual([])
})

test('videos requested in parallel are all answered 200', async () => {
  const simulator = await runSimulator({ VIDEO_MS: 0 })
  const ids = await Promise.all(Array.from({ length: 6 }, () => simulator.accept(videoRequest)))
  const responses = await Promise.all([...ids, ...ids].map((id) => simulator.video(id)))
  expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200))
})

test('a video can be downloaded in ranges and is cut like a picture', async () => {
  const simulator = await runSimulator({ VIDEO_MS: 0, CUT_DOWNLOAD_PERCENT: 100 })
  const id = await simulator.accept(videoRequest)
  for (const _ of [1, 2])
    await expect((await simulator.video(id)).arrayBuffer()).rejects.toThrow('terminated')
  const bytes = await readBytes(await simulator.video(id))
  const part = await simulator.video(id, { range: 'bytes=4-7' })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  expect((await simulator.file(id, 0)).status).toBe(404)
  expect(bytes.length).toBeGreaterThan(1000)
  expect((await simulator.log()).counts).toMatchObject({ downloads: 4, cutDownloads: 2 })
})

test('every scenario treats a video like a picture, with the duration set for videos', async () => {
  const simulator = await runSimulator({ RENDER_MS: 0, VIDEO_MS: 200, SLOW_MS: 100 })
  const request = (scenario: string) => ({ ...videoRequest, model: `simulator/${scenario}` })
  const refused = await simulator.submit(request('refuse'))
  expect(refused.status).toBe(503)
  await expect(simulator.submit(request('lost-reply'))).rejects.toThrow('fetch failed')
  const ids = await Promise.all(
    ['ok', 'slow', 'fail', 'moderated', 'partial', 'hang'].map((name) => simulator.accept(request(name))),
  )
  const ends = await Promise.all(ids.slice(0, 5).map((id) => simulator.ended(id)))
  expect(ends.map(({ status, files, error }) => [status, files.length, error?.code])).toEqual([
    ['succeeded', 1, undefined],
    ['succeeded', 1, undefined],
    ['failed', 0, 'generation_failed'],
    ['failed', 0, 'moderated'],
    ['succeeded', 0, undefined],
  ])
  expect(await simulator.job(ids[5] ?? '')).toMatchObject({ status: 'running', progress: 42 })
  const { jobs, submits } = await simulator.log()
  expect(jobs).toHaveLength(7)
  expect(jobs[0]).toMatchObject({ kind: 'video', references: 0, outcome: 'succeeded' })
  for (const name of [ids[0], ids[1]]) {
    const at = submits.find(({ jobId }) => jobId === name)?.at ?? 0
    expect(jobs.find(({ jobId }) => jobId === name)?.finishedAt).toBe(at + 200)
  }
})

test('an invalid request for a video is answered 400', async () => {
  const simulator = await runSimulator()
  for (const change of [
    { kind: 'film' },
    { kind: null },
    { durationSeconds: 7 },
    { durationSeconds: '6' },
    { durationSeconds: undefined },
    { resolution: '4K' },
    { orientation: '16:9' },
    { n: 2 },
    { size: '1:1' },
    { maskUrl: 'mask.png' },
    { references: [{ url: 'file:///etc/passwd', label: '' }] },
    { references: Array(17).fill({ url: 'http://127.0.0.1/', label: '' }) },
  ]) {
    const response = await simulator.submit({ ...videoRequest, ...change })
    expect(response.status, JSON.stringify(change).slice(0, 80)).toBe(400)
  }
  expect((await simulator.submit({ ...videoRequest, n: undefined })).status).toBe(202)
})

test('every picture and video carries the AI provenance mark', async () => {
  for (const LONG_SIDE_PIXELS of [96, 384]) {
    const simulator = await runSimulator({ RENDER_MS: 0, VIDEO_MS: 0, LONG_SIDE_PIXELS })
    const picture = await readBytes(await simulator.file(await simulator.accept(), 0))
    expect((await sharp(picture).metadata()).xmpAsString).toContain(AI_MADE)
    const video = await readBytes(await simulator.video(await simulator.accept(videoRequest)))
    const box = video.subarray(video.lastIndexOf('uuid') - 4)
    expect(box.readUInt32BE()).toBe(box.length)
    expect(box.toString('hex', 8, 24)).toBe('be7acfcb97a942e89c71999491e3afac')
    expect(box.toString()).toContain(AI_MADE)
  }
})

function changedShare(a: Buffer | undefined, b: Buffer | undefined): number {
  if (!a || !b || a.length !== b.length) throw new Error('The frames cannot be compared.')
  let different = 0
  for (let at = 0; at < a.length; at++) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 12) different++
  return different / a.length
}
