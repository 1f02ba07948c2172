import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CleanerUnavailable, openRenderer, readOriginMark } from '../../src/platform/imaging/index.ts'
import type { Frame } from '../../src/platform/imaging/render-picture.ts'

const renderer = openRenderer()
let dir = ''
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atelier-render-'))
})
afterAll(async () => {
  await renderer.close()
  await rm(dir, { recursive: true })
})

const save = async (bytes: Buffer): Promise<string> => {
  const path = join(dir, `picture-${count++}`)
  await writeFile(path, bytes)
  return path
}

async function render(bytes: Buffer, frame: Partial<Frame> & Pick<Frame, 'way'>): Promise<Buffer> {
  const path = await save(bytes)
  let made: Buffer | undefined
  await renderer.once(path, 'usr_a', async (render) => {
    made = await render(path, { width: 1_080, height: 1_350, originMark: false, ...frame })
  })
  return made as Buffer
}

type Colour = [number, number, number]
type Ellipse = { x: number; y: number; rx: number; ry: number; colour: Colour }

const GREY: Colour = [0xb9, 0xbc, 0xc0]
const BLUE: Colour = [0x20, 0x40, 0x80]
const DARK: Colour = [0x22, 0x22, 0x22]

/** A face of radius 90: skin, eyes and a red mouth. */
const face = (x: number, y: number): Ellipse[] => [
  { x, y, rx: 90, ry: 90, colour: [0xe0, 0xac, 0x8a] },
  { x: x - 32, y: y - 22, rx: 13, ry: 13, colour: DARK },
  { x: x + 32, y: y - 22, rx: 13, ry: 13, colour: DARK },
  { x, y: y + 40, rx: 34, ry: 14, colour: [0xc2, 0x18, 0x2b] },
]

type Drawing = { width: number; height: number; ground: Colour | 'transparent'; shapes?: Ellipse[] }

function draw({ width, height, ground, shapes = [] }: Drawing, format: 'png' | 'jpeg' | 'webp' = 'png') {
  const data = Buffer.alloc(width * height * 4)
  const empty = ground === 'transparent' ? [0, 0, 0, 0] : [...ground, 255]
  for (let at = 0; at < data.length; at += 4) data.set(empty, at)
  for (const { x, y, rx, ry, colour } of shapes)
    for (let dy = -ry; dy <= ry; dy++)
      for (let dx = -rx; dx <= rx; dx++)
        if ((dx / rx) ** 2 + (dy / ry) ** 2 <= 1) data.set([...colour, 255], ((y + dy) * width + x + dx) * 4)
  return sharp(data, { raw: { width, height, channels: 4 } })
    .toFormat(format)
    .toBuffer()
}

async function pixelsOf(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  return {
    ...info,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)],
  }
}

/** How many pixels have the red of the mouth, as a share of what a whole mouth has at this scale. */
async function shareOfMouth(jpeg: Buffer, scale: number): Promise<number> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 90 && (data[at + 2] ?? 0) < 100) red++
  return red / (Math.PI * 34 * 14 * scale * scale)
}

test.each([
  ['at the top', 512, 130],
  ['in the middle', 512, 768],
  ['at the bottom', 512, 1_400],
])('a face %s of a tall picture is inside the landscape crop', async (_, x, y) => {
  const made = await render(await draw({ width: 1_024, height: 1_536, ground: GREY, shapes: face(x, y) }), {
    way: 'crop',
    width: 1_200,
    height: 628,
  })
  const { format, width, height } = await sharp(made).metadata()
  expect([format, width, height]).toEqual(['jpeg', 1_200, 628])
  expect(await shareOfMouth(made, 1_200 / 1_024)).toBeGreaterThan(0.9)
})

test.each([
  ['on the left', 140],
  ['on the right', 1_396],
])('a face %s of a wide picture is inside the vertical crop', async (_, x) => {
  const made = await render(await draw({ width: 1_536, height: 1_024, ground: GREY, shapes: face(x, 500) }), {
    way: 'crop',
    width: 720,
    height: 1_280,
  })
  expect(await shareOfMouth(made, 1.25)).toBeGreaterThan(0.9)
})

test('padding shows the whole picture between plain edges of the colour that they continue', async () => {
  const drawing = { width: 1_024, height: 1_024, ground: BLUE, shapes: face(512, 512) }
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const made = await render(await draw(drawing, format), {
      way: 'pad',
      width: 1_080,
      height: 1_920,
    })
    const { width, height, at } = await pixelsOf(made)
    expect([width, height]).toEqual([1_080, 1_920])
    for (const [x, y] of [
      [5, 5],
      [1_075, 5],
      [540, 300],
      [540, 1_900],
    ] as const)
      at(x, y).forEach((value, channel) => {
        expect(Math.abs(value - (BLUE[channel] ?? 0))).toBeLessThan(8)
      })
    expect(await shareOfMouth(made, 1_080 / 1_024)).toBeGreaterThan(0.9)
  }
})

test('what is transparent becomes white, also in the padding', async () => {
  const made = await render(
    await draw({ width: 600, height: 400, ground: 'transparent', shapes: face(300, 200) }),
    { way: 'pad', width: 600, height: 750 },
  )
  const { at } = await pixelsOf(made)
  for (const [x, y] of [
    [2, 2],
    [2, 375],
    [598, 748],
  ] as const)
    expect(Math.min(...at(x, y))).toBeGreaterThan(250)
})

test('a mark of AI origin is written again, and nothing else of the original survives', async () => {
  const original = await sharp(await draw({ width: 600, height: 600, ground: GREY }, 'jpeg'))
    .withExif({ IFD0: { Copyright: 'A painter' } })
    .jpeg()
    .toBuffer()
  const marked = await render(original, { way: 'crop', originMark: true })
  const plain = await render(original, { way: 'crop', originMark: false })
  expect(await readOriginMark(marked, 'image/jpeg')).toBe(true)
  expect(await readOriginMark(plain, 'image/jpeg')).toBe(false)
  for (const one of [marked, plain]) expect(one.toString('latin1')).not.toContain('A painter')
})

test('a picture that cannot be read is refused, and not tried again for a while', async () => {
  const whole = await draw({ width: 600, height: 600, ground: GREY, shapes: face(300, 300) })
  const path = await save(whole.subarray(0, whole.length / 2))
  const frame: Frame = { width: 100, height: 125, way: 'crop', originMark: false }
  let tried = 0
  const attempt = () =>
    renderer.once(path, 'usr_a', async (render) => {
      tried++
      await render(path, frame)
    })
  await expect(attempt()).rejects.toThrow('the picture: broken')
  await expect(attempt()).rejects.toThrow(CleanerUnavailable)
  expect(tried).toBe(1)
})

test('of one user 24 wait at most, and another user does not wait behind them', async () => {
  const gate = Promise.withResolvers<void>()
  const hold = () => gate.promise
  const many = Array.from({ length: 26 }, (_, at) => renderer.once(`held ${at}`, 'usr_many', hold))
  const settled = Promise.allSettled(many)
  let isServed = false
  await renderer.once('other', 'usr_other', async () => {
    isServed = true
  })
  expect(isServed).toBe(true)
  gate.resolve()
  const refused = (await settled).filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toEqual([expect.any(CleanerUnavailable)])
})
