import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CleanerUnavailable, openCleaner, UnusablePicture } from '#platform/imaging'
import { blankPng, insertInPng, pngChunk, pngHead } from '../../checks/images/build-files.ts'
import { strangeParts } from '../../checks/images/judge-clean.ts'
import { isUpright, paintTurned } from '../../checks/images/paint-good.ts'
import { readChildren, readCpuMs } from '../../checks/images/read-children.ts'

// Longer than in the service: these tests are about the result, on a machine that may be busy.
const cleaner = openCleaner({ timeoutMs: 30_000 })
const USER = 'usr_1'
let dir: string
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atelier-clean-'))
})

afterAll(async () => {
  await cleaner.close()
  await rm(dir, { recursive: true, force: true })
})

async function writeTemp(bytes: Buffer): Promise<string> {
  const path = join(dir, String(count++))
  await writeFile(path, bytes)
  return path
}

const plain = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 100, b: 50, alpha: 0.5 } } })

/** A small file that keeps a core busy for a third of a second. */
const large = () => writeTemp(blankPng({ width: 3_500, height: 3_500, depth: 16, colour: 6 }))

test.each([
  ['png', 'image/png', 'png'],
  ['jpeg', 'image/jpeg', 'jpg'],
  ['webp', 'image/webp', 'webp'],
] as const)('a %s is returned in the same format, with its size and checksum', async (kind, type, ext) => {
  const clean = await cleaner.clean(await writeTemp(await plain().toFormat(kind).toBuffer()), USER)
  expect(clean).toMatchObject({ contentType: type, extension: ext, width: 60, height: 40 })
  expect(clean.sha256).toEqual(createHash('sha256').update(clean.bytes).digest())
  expect((await sharp(clean.bytes).metadata()).format).toBe(kind)
})

test('a picture with a side beyond 2,048 pixels is scaled down, also a very narrow one', async () => {
  const wide = await cleaner.clean(await writeTemp(await plain(3_000, 2_000).jpeg().toBuffer()), USER)
  expect([wide.width, wide.height]).toEqual([2_048, 1_365])
  const line = await cleaner.clean(await writeTemp(await plain(1, 9_000).png().toBuffer()), USER)
  expect([line.width, line.height]).toEqual([1, 2_048])
})

test('a picture keeps its colours and transparency, also with 16 bits per channel', async () => {
  const deep = await plain().toColourspace('rgb16').png().toBuffer()
  expect((await sharp(deep).metadata()).depth).toBe('ushort')
  const { bytes } = await cleaner.clean(await writeTemp(deep), USER)
  const [red = 0, green = 0, blue = 0, alpha = 0] = await sharp(bytes).raw().toBuffer()
  expect([red, green, blue, alpha].map((value) => Math.round(value / 8))).toEqual([25, 13, 6, 16])
})

test.each(['png', 'jpeg', 'webp'] as const)('a rotated %s is returned upright', async (kind) => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const { bytes } = await cleaner.clean(await writeTemp(await paintTurned(kind, orientation)), USER)
    expect(await isUpright(bytes), `orientation ${orientation}`).toBe(true)
  }
})

test.each(['png', 'jpeg', 'webp'] as const)('a cleaned %s contains nothing but pixels', async (kind) => {
  const picture = plain()
    .withMetadata({ density: 1_234 })
    .withExif({ IFD0: { Copyright: 'CANARY' }, IFD3: { GPSLatitudeRef: 'N', GPSDateStamp: 'CANARY' } })
    .withXmp('<x:xmpmeta>CANARY</x:xmpmeta>')
    .withIccProfile('p3')
  const file = Buffer.concat([await picture.toFormat(kind).toBuffer(), Buffer.from('CANARY')])
  expect(strangeParts(file, kind)).not.toEqual([])
  const { bytes } = await cleaner.clean(await writeTemp(file), USER)
  expect(bytes.includes('CANARY')).toBe(false)
  expect(strangeParts(bytes, kind)).toEqual([])
})

test('an unusable picture is refused with one of a few fixed messages', async () => {
  const refusal = async (bytes: Buffer) => {
    const error = await cleaner.clean(await writeTemp(bytes), USER).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UnusablePicture)
    return (error as Error).message
  }
  const png = await plain().png().toBuffer()
  expect(await refusal(Buffer.alloc(0))).toBe('The file is not a JPEG, PNG or WebP image.')
  expect(await refusal(Buffer.from('<svg/>'))).toBe('The file is not a JPEG, PNG or WebP image.')
  expect(await refusal(png.subarray(0, 90))).toBe('The image is broken or incomplete.')
  const bomb = insertInPng(pngHead({ width: 6_000, height: 6_000 }), pngChunk('IDAT', Buffer.alloc(9)))
  expect(await refusal(bomb)).toBe(
    'The image has more than 25 million pixels, or a side longer than 16384 pixels.',
  )
})

test('a picture that takes too long is refused, and its process is killed', async () => {
  const before = readChildren()
  const impatient = openCleaner({ concurrency: 1, timeoutMs: 1 })
  await expect(impatient.clean(await large(), USER)).rejects.toThrow('The image took too long to read.')
  await expect.poll(() => readChildren().filter((pid) => !before.includes(pid))).toEqual([])
  await impatient.close()
})

test('a process that dies fails one picture and is replaced', async () => {
  const before = readChildren()
  const ownCleaner = openCleaner({ concurrency: 1, timeoutMs: 30_000 })
  const small = await writeTemp(await plain().png().toBuffer())
  await ownCleaner.clean(small, USER)
  const [pid = 0] = readChildren().filter((child) => !before.includes(child))
  const restingMs = readCpuMs([pid])
  const lost = ownCleaner.clean(await large(), USER)
  const next = ownCleaner.clean(small, USER)
  const refusal = expect(lost).rejects.toThrow(UnusablePicture)
  await expect.poll(() => readCpuMs([pid]), { interval: 5 }).toBeGreaterThan(restingMs + 20)
  process.kill(pid, 'SIGKILL')
  await refusal
  await expect(next).resolves.toMatchObject({ width: 60 })
  await ownCleaner.close()
})

test('one user with many large pictures does not hold up another', async () => {
  const path = await large()
  const order: string[] = []
  const many = [1, 2, 3, 4].map(() => cleaner.clean(path, USER).then(() => order.push('large')))
  const small = await writeTemp(await plain().png().toBuffer())
  await cleaner.clean(small, 'usr_2').then(() => order.push('small'))
  await Promise.all(many)
  expect(order.indexOf('small')).toBeLessThan(2)
})

test('when the queue is full, one more picture is refused', async () => {
  const ownCleaner = openCleaner({ concurrency: 1, maxQueued: 2, timeoutMs: 30_000 })
  const path = await writeTemp(await plain().png().toBuffer())
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => ownCleaner.clean(path, `usr_${n}`)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const rejected = answers.filter((answer) => answer.status === 'rejected')
  expect(rejected.every(({ reason }) => reason instanceof CleanerUnavailable)).toBe(true)
  await ownCleaner.close()
  await expect(ownCleaner.clean(path, USER)).rejects.toThrow(CleanerUnavailable)
})

test('the child processes have no secrets in their environment, and a memory limit', async () => {
  process.env.ATELIER_CANARY = 'a secret of the service'
  const before = readChildren()
  const ownCleaner = openCleaner()
  await ownCleaner.clean(await writeTemp(await plain().png().toBuffer()), USER)
  const [pid] = readChildren().filter((child) => !before.includes(child))
  expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('ATELIER_CANARY')
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
  expect(limits).toMatch(/^Max data size +\d+ +\d+ +bytes/m)
  expect(limits).toMatch(/^Max file size +0 +0 +bytes/m)
  await ownCleaner.close()
  expect(readChildren()).not.toContain(pid)
})
