import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pixelSize } from '../src/pixel-size.ts'
import { type Picture, renderPicture } from '../src/render-picture.ts'
import { readBytes, runSimulator } from './run-simulator.ts'

const picture: Picture = {
  model: 'simulator/ok',
  prompt: 'A blue teapot on a white podium',
  size: '1:1',
  index: 0,
  n: 4,
  seed: 42,
  longSidePixels: 320,
}

test('the long side matches the setting and the ratio is right within half a percent', async () => {
  for (const longSidePixels of [101, 128, 512, 1000, 1024, 2048]) {
    for (const [size, ratio] of [
      ['1:1', 1],
      ['2:3', 2 / 3],
      ['3:2', 3 / 2],
    ] as const) {
      const { width, height } = pixelSize({ kind: 'image', size }, longSidePixels)
      expect(Math.max(width, height)).toBe(longSidePixels)
      expect(Math.abs(width / height / ratio - 1)).toBeLessThan(0.005)
    }
  }
  const simulator = await runSimulator({ RENDER_MS: 0, LONG_SIDE_PIXELS: 384 })
  for (const size of ['1:1', '2:3', '3:2']) {
    const id = await simulator.accept({ size })
    const { files } = await simulator.job(id)
    const found = await sharp(await readBytes(await simulator.file(id, 0))).metadata()
    expect(found).toMatchObject({ format: 'png', width: files[0]?.width, height: files[0]?.height })
  }
})

test.each([96, 320])('the four files of a job look different at %i pixels', async (longSidePixels) => {
  const files = await Promise.all(
    [0, 1, 2, 3].map((index) => renderPicture({ ...picture, longSidePixels, index })),
  )
  const pixels = await readPixels(files)
  for (let a = 0; a < 4; a++) {
    for (let b = a + 1; b < 4; b++) expect(differenceShare(pixels[a], pixels[b])).toBeGreaterThan(0.3)
  }
})

test.each([96, 320])(
  'the same picture gives the same bytes and another seed does not, at %i pixels',
  async (longSidePixels) => {
    const draw = (change: Partial<Picture> = {}) => renderPicture({ ...picture, longSidePixels, ...change })
    const [first, again, other] = await Promise.all([draw(), draw(), draw({ seed: 43 })])
    expect(first.equals(again)).toBe(true)
    expect(first.equals(other)).toBe(false)
  },
)

test.each([
  ['a mug on a wooden table', 'a shoe on a wooden table'],
  ['a mug', 'a bottle'],
  ['a lamp', 'a chair'],
])('%s and %s give different pictures of the same seed', async (prompt, other) => {
  const files = await Promise.all(
    [prompt, other].map((words) => renderPicture({ ...picture, prompt: words })),
  )
  const [a, b] = (await readPixels(files)).map(aboveCaption)
  expect(differenceShare(a, b)).toBeGreaterThan(0.01)
})

test('two prompts that name the same product show the same scene', async () => {
  const prompts = ['a mug on a wooden table', 'Two Mugs, steaming']
  const files = await Promise.all(prompts.map((prompt) => renderPicture({ ...picture, prompt })))
  const [a, b] = (await readPixels(files)).map(aboveCaption)
  expect(b).toEqual(a)
})

test('the caption says when the product is a generic stand-in', async () => {
  const [known, unknown] = await Promise.all(
    ['a mug', 'a pug'].map((prompt) => renderPicture({ ...picture, prompt })),
  )
  const inkIn = async (file: Buffer | undefined) => {
    // The part of the bottom line that only the note reaches.
    const area = { left: 155, top: 298, width: 40, height: 10 }
    const { channels } = await sharp(await sharp(file).extract(area).png().toBuffer()).stats()
    return Math.max(...channels.map(({ stdev }) => stdev))
  }
  expect(await inkIn(known)).toBeLessThan(3)
  expect(await inkIn(unknown)).toBeGreaterThan(6)
})

const hostile = [
  [
    'markup',
    '</text></svg><script>alert(1)</script>&amp;&bogus; <!-- ]]> "\'<image href="file:///etc/passwd"/>',
  ],
  [
    'control characters',
    `nul \u0000 bell \u0007 escape \u001b[31m delete \u007f \ufffe \uffff bidi \u202e ${'\n'.repeat(50)}`,
  ],
  ['lone surrogates', '\ud83d \ude00 \udfff\ud800'],
  ['a thousand emoji', '👩‍👩‍👧‍👦🎉'.repeat(1000)],
  ['one endless word', 'W'.repeat(20_000)],
  ['nothing visible', '\u200b\u0001'],
] as const

test.each(hostile)('a prompt of %s renders', async (_, prompt) => {
  const calm = await renderPicture({ ...picture, prompt: '' })
  const [a, b] = await readPixels([calm, await renderPicture({ ...picture, prompt })])
  // Text is allowed only at the bottom: the scene above it must not change.
  expect(b && aboveCaption(b)).toEqual(a && aboveCaption(a))
})

/** The rows of a picture of 320 by 320 pixels that never contain text. */
function aboveCaption(pixels: Buffer): Buffer {
  return pixels.subarray(0, 320 * 3 * 240)
}

test.each(hostile)('a label of %s renders', async (_, label) => {
  const jpeg = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff0000' } })
    .jpeg()
    .toBuffer()
  const href = `data:image/jpeg;base64,${jpeg.toString('base64')}`
  const draw = (words: string) =>
    renderPicture(picture, Array(16).fill({ label: words, href, width: 60, height: 60 }))
  const [a, b] = await readPixels([await draw(''), await draw(label)])
  expect(differenceShare(a, b)).toBeLessThan(0.03)
})

function readPixels(files: readonly Buffer[]): Promise<Buffer[]> {
  return Promise.all(files.map((file) => sharp(file).raw().toBuffer()))
}

test('a file has a length and an etag and can be downloaded in ranges', async () => {
  const simulator = await runSimulator({ RENDER_MS: 0 })
  const id = await simulator.accept()
  const whole = await simulator.file(id, 0)
  const etag = whole.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
  expect(whole.headers.get('content-type')).toBe('image/png')
  const bytes = await readBytes(whole)
  expect(whole.headers.get('content-length')).toBe(String(bytes.length))
  const part = await simulator.file(id, 0, { range: 'bytes=10-19', 'if-range': etag })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
  expect(await readBytes(part)).toEqual(bytes.subarray(10, 20))
  expect(await readBytes(await simulator.file(id, 0, { range: 'bytes=-5' }))).toEqual(bytes.subarray(-5))
  expect((await simulator.file(id, 0, { range: 'bytes=9999999-' })).status).toBe(416)
  expect((await simulator.file(id, 0, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  expect((await simulator.file(id, 0, { 'if-none-match': etag })).status).toBe(304)
})

test('a cut download announces the full length and breaks off, at most twice per file', async () => {
  const simulator = await runSimulator({ RENDER_MS: 0, CUT_DOWNLOAD_PERCENT: 100 })
  const id = await simulator.accept()
  for (const _ of [1, 2]) {
    const response = await simulator.file(id, 0)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(500)
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  }
  await sharp(await readBytes(await simulator.file(id, 0))).metadata()
  expect((await simulator.log()).counts).toMatchObject({ downloads: 3, cutDownloads: 2 })
})

test('the set percentage of first downloads is cut', async () => {
  const simulator = await runSimulator({ RENDER_MS: 0, CUT_DOWNLOAD_PERCENT: 30 })
  for (let k = 0; k < 60; k++) {
    await simulator
      .file(await simulator.accept(), 0)
      .then(readBytes, () => undefined)
      .catch(() => undefined)
  }
  const { downloads, cutDownloads } = (await simulator.log()).counts
  expect(downloads).toBe(60)
  expect(cutDownloads).toBeGreaterThan(6)
  expect(cutDownloads).toBeLessThan(32)
})

function differenceShare(a: Buffer | undefined, b: Buffer | undefined): number {
  if (!a || !b || a.length !== b.length) throw new Error('The pictures cannot be compared.')
  let different = 0
  for (let at = 0; at < a.length; at++) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 8) different++
  return different / a.length
}
