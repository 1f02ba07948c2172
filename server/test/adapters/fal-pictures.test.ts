import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageRequest, pictureAt, type UsedFal, useFal } from './use-fal.ts'

const RENDERED_MS = 60_000
const twoPictures = imageRequest({ references: [pictureAt('a.png'), pictureAt('b.png')] })

/** The pixels of a picture that the provider was given, as red, green, blue, alpha. */
async function readPixels(url: string): Promise<number[][]> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const raw = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(raw.info.channels).toBe(4)
  return Array.from({ length: raw.data.length / 4 }, (_, at) => [...raw.data.subarray(at * 4, at * 4 + 4)])
}

const makeMask = (pixels: number[][], channels: 2 | 4) =>
  sharp(Buffer.from(pixels.flat()), { raw: { width: pixels.length, height: 1, channels } })
    .png()
    .toBuffer()

async function inputOf(fal: UsedFal): Promise<Record<string, unknown>> {
  const [post] = await fal.received('submit')
  return post?.body as Record<string, unknown>
}

test('a service that is not public uploads its pictures, and the provider can open them', async () => {
  const fal = await useFal({ isPublic: false })
  await fal.double.set({ fetchReferences: true })
  const handle = await fal.buy(twoPictures)
  await fal.double.advance(RENDERED_MS)
  expect(await fal.provider.check(handle)).toMatchObject({ kind: 'done' })
  const { image_urls } = await inputOf(fal)
  expect(image_urls).toEqual([
    expect.stringMatching(/\/files\/.*med_1-1\.png$/),
    expect.stringMatching(/\/files\/.*med_1-2\.png$/),
  ])
})

test('the key goes to the API and never with the bytes', async () => {
  const fal = await useFal({ isPublic: false })
  await fal.buy(twoPictures)
  const asked = await fal.received('upload')
  const sent = await fal.received('put')
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([expect.any(String), expect.any(String)])
  expect(sent).toHaveLength(2)
  for (const { headers } of sent) {
    expect(headers).not.toHaveProperty('authorization')
    expect(headers['content-type']).toBe('image/png')
  }
})

test.each([
  ['a locked account', { fault: 'out_of_credit', on: 'upload' }, 'quota'],
  ['a bad key', { fault: 'unauthorized', on: 'upload' }, 'auth'],
  ['too many uploads', { fault: 'rate_limited', on: 'upload' }, 'rate'],
  ['a page of a proxy', { fault: 'html', on: 'upload' }, 'provider_transient'],
  ['a lost answer', { fault: 'lost_reply', on: 'upload' }, 'provider_transient'],
  ['silence', { fault: 'lost_reply', end: 'silent', on: 'upload' }, 'provider_transient'],
  [
    'an answer without addresses',
    { fault: 'drop_fields', fields: ['upload_url'], on: 'upload' },
    'provider_transient',
  ],
  ['bytes that are refused', { fault: 'status', status: 403, on: 'put' }, 'provider_transient'],
  ['bytes that are lost', { fault: 'reset', on: 'put' }, 'provider_transient'],
])('%s ends a submit before anything is bought', async (_, fault, errorClass) => {
  const fal = await useFal({ isPublic: false })
  await fal.double.fault(fault)
  expect(await fal.submit(twoPictures)).toMatchObject({ kind: 'refused', class: errorClass })
  expect(await fal.received('submit')).toEqual([])
})

test('pictures are not sent to an address without encryption', async () => {
  const fal = await useFal({ isPublic: false })
  const body = { upload_url: 'http://elsewhere.example/put', file_url: 'http://elsewhere.example/a.png' }
  await fal.double.fault({ fault: 'replace', on: 'upload', body, times: 2 })
  expect(await fal.submit(twoPictures)).toMatchObject({ kind: 'refused', class: 'provider_transient' })
})

test('a reference of ours that cannot be read now ends a submit before anything is bought', async () => {
  const fal = await useFal({ isPublic: false })
  const load = async () => Promise.reject(new Error('gone from /secret/place'))
  const request = imageRequest({ references: [{ ...pictureAt('a.png'), load }] })
  expect(await fal.submit(request)).toEqual({
    kind: 'refused',
    class: 'provider_transient',
    message: 'A reference could not be read.',
  })
  expect(await fal.received('submit')).toEqual([])
})

test.each([
  [
    'colours',
    4 as const,
    [
      [10, 20, 30, 0],
      [255, 255, 255, 255],
      [0, 0, 0, 128],
    ],
  ],
  [
    'greys',
    2 as const,
    [
      [0, 0],
      [255, 255],
      [9, 1],
    ],
  ],
])('what a mask of %s leaves transparent arrives white and transparent', async (_, channels, pixels) => {
  const fal = await useFal()
  const mask = pictureAt('m.png', await makeMask(pixels, channels))
  const request = imageRequest({ model: 'fal/gpt-image-2', references: [pictureAt('a.png')], mask })
  const answer = await fal.submit(request)
  expect(answer).toMatchObject({ kind: 'accepted', expectedCostMicros: 220_000 })
  const { mask_url, image_urls } = await inputOf(fal)
  expect(image_urls).toEqual(['https://atelier.example/uploads/a.png?job=med_1'])
  expect(await readPixels(String(mask_url))).toEqual([
    [255, 255, 255, 0],
    [0, 0, 0, 255],
    [0, 0, 0, 255],
  ])
})

test('a lost submit with a mask is found', async () => {
  const fal = await useFal()
  const mask = pictureAt('m.png', await makeMask([[0, 0, 0, 0]], 4))
  const request = imageRequest({ model: 'fal/gpt-image-2', references: [pictureAt('a.png')], mask })
  await fal.double.fault({ fault: 'lost_reply' })
  expect(await fal.submit(request)).toMatchObject({ kind: 'unknown' })
  await fal.double.advance(RENDERED_MS)
  expect(await fal.find(request)).toMatchObject({ kind: 'found' })
})
