import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findRed, probeVideo } from './probe-video.ts'
import { createTempFolder, readBytes, runSimulator, videoRequest } from './run-simulator.ts'
import { paint, servePictures } from './serve-pictures.ts'

const RED = '#ff0000'
const BLUE = '#0000ff'

test.each([96, 384])('a red reference is visible in a picture of %i pixels', async (LONG_SIDE_PIXELS) => {
  const simulator = await runSimulator({ RENDER_MS: 0, LONG_SIDE_PIXELS })
  const at = await servePictures({ red: await paint(RED), blue: await paint(BLUE, 200, 900) })
  const redOf = async (...names: string[]) => {
    const id = await simulator.accept({ references: names.map(at), size: '3:2' })
    const bytes = await readBytes(await simulator.file(id, 0))
    return findRed(await sharp(bytes).raw().toBuffer(), LONG_SIDE_PIXELS).share
  }
  expect(await redOf()).toBe(0)
  expect(await redOf('red')).toBeGreaterThan(0.03)
  expect(await redOf('blue', 'red')).toBeGreaterThan(0.004)
  expect(await redOf(...Array(15).fill('blue'), 'red')).toBeGreaterThan(0.001)
})

test.each(['portrait', 'landscape', 'square'])(
  'a red reference moves through a video, %s',
  async (orientation) => {
    const simulator = await runSimulator({ VIDEO_MS: 0, LONG_SIDE_PIXELS: 384 })
    const at = await servePictures({ red: await paint(RED), blue: await paint(BLUE, 900, 200) })
    const redOf = async (...names: string[]) => {
      const id = await simulator.accept({ ...videoRequest, orientation, references: names.map(at) })
      const { frames, width } = await probeVideo(await readBytes(await simulator.video(id)))
      return frames.map((frame) => findRed(frame, width))
    }
    expect((await redOf()).map(({ share }) => share)).toEqual(Array(6).fill(0))
    const alone = await redOf('red')
    for (const { share } of alone) expect(share).toBeGreaterThan(0.02)
    expect((alone[0]?.middle ?? 0) - (alone[5]?.middle ?? 0)).toBeGreaterThan(0.3)
    const last = await redOf(...Array(15).fill('blue'), 'red')
    expect(Math.max(...last.map(({ share }) => share))).toBeGreaterThan(0.01)
  },
)

test('files with references have the same bytes after a restart', async () => {
  const DATA = createTempFolder()
  const at = await servePictures({ red: await paint(RED) })
  const before = await runSimulator({ DATA, RENDER_MS: 0, VIDEO_MS: 0 })
  const picture = await before.accept({ references: [at('red')] })
  const video = await before.accept({ ...videoRequest, references: [at('red')] })
  const files = async ({ file, video: loadVideo }: typeof before) => [
    await readBytes(await file(picture, 0)),
    await readBytes(await loadVideo(video)),
  ]
  const made = await files(before)
  await before.kill()
  const after = await runSimulator({ DATA })
  expect(await files(after)).toEqual(made)
  expect((await after.log()).jobs).toMatchObject([
    { kind: 'image', references: 1 },
    { kind: 'video', references: 1 },
  ])
})

test('a file is answered 503 while one of its references is missing, and 200 once it is there', async () => {
  const files: Record<string, Buffer> = { red: await paint(RED) }
  const at = await servePictures(files)
  const simulator = await runSimulator({ RENDER_MS: 0, VIDEO_MS: 0 })
  const references = [at('red'), at('late')]
  const picture = await simulator.accept({ references })
  const video = await simulator.accept({ ...videoRequest, references })
  const ask = () => Promise.all([simulator.file(picture, 0), simulator.video(video)])
  const broken = [undefined, Buffer.from('no picture'), Buffer.alloc((20 << 20) + 1)]
  for (const bytes of broken) {
    if (bytes) files.late = bytes
    for (const response of await ask()) {
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ error: { code: 'reference_unavailable' } })
    }
  }
  expect((await simulator.log()).counts.downloads).toBe(0)
  files.late = await paint(BLUE)
  expect((await ask()).map(({ status }) => status)).toEqual([200, 200])
})

test('a file whose reference is at a closed port is answered 503', async () => {
  const simulator = await runSimulator({ RENDER_MS: 0 })
  const id = await simulator.accept({ references: [{ url: 'http://127.0.0.1:1/x.png', label: '' }] })
  expect((await simulator.file(id, 0)).status).toBe(503)
})

test('the first reference is tinted where the mask is transparent', async () => {
  const mask = sharp(await paint('#000000')).composite([
    { input: await paint('#ffffff', 150, 300), left: 0, top: 0, blend: 'dest-out' },
  ])
  const at = await servePictures({ red: await paint(RED), mask: await mask.png().toBuffer() })
  const simulator = await runSimulator({ RENDER_MS: 0, LONG_SIDE_PIXELS: 384 })
  const redOf = async (request: object) => {
    const id = await simulator.accept({ references: [at('red')], ...request })
    const bytes = await readBytes(await simulator.file(id, 0))
    return findRed(await sharp(bytes).raw().toBuffer(), 384).share
  }
  expect((await redOf({ maskUrl: at('mask').url })) / (await redOf({}))).toBeCloseTo(0.5, 1)
  const gone = await simulator.accept({ references: [at('red')], maskUrl: at('gone').url })
  expect((await simulator.file(gone, 0)).status).toBe(503)
})
