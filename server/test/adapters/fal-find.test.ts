import { expect, test } from 'vitest'
import type { ProviderRequest } from '../../src/platform/providers/index.ts'
import { imageRequest, pictureAt, type UsedFal, useFal, videoRequest } from './use-fal.ts'

const RENDERED_MS = 60_000

/** A submit that was accepted and whose answer was lost; returns what the provider calls it. */
async function lose(
  fal: UsedFal,
  request: ProviderRequest = imageRequest(),
  ...faults: object[]
): Promise<string> {
  await fal.double.fault({ fault: 'lost_reply' }, ...faults)
  expect(await fal.submit(request)).toMatchObject({ kind: 'unknown' })
  const { submits } = await fal.double.log()
  return submits.at(-1)?.taskIds[0] ?? ''
}

test('a lost submit is found by its input, and its handle works', async () => {
  const fal = await useFal()
  await fal.buy(imageRequest({ reference: 'med_2', prompt: 'another mug' }))
  const jobId = await lose(fal)
  await fal.double.advance(RENDERED_MS)
  const found = await fal.find(imageRequest())
  expect(found).toMatchObject({ kind: 'found', handle: { jobId } })
  if (found?.kind === 'found') expect(await fal.provider.check(found.handle)).toMatchObject({ kind: 'done' })
  expect((await fal.double.log()).perReference['med_1/1']).toEqual({ posts: 1, accepted: 1 })
})

test('of two jobs with the same prompt and picture, each finds its own', async () => {
  const fal = await useFal()
  const request = imageRequest({ references: [pictureAt('a.png')] })
  const other = { ...request, reference: 'med_2' }
  const { jobId: first } = await fal.buy(request)
  const second = await lose(fal, other)
  await fal.double.advance(RENDERED_MS)
  expect(await fal.find(request)).toMatchObject({ kind: 'found', handle: { jobId: first } })
  expect(await fal.find(other)).toMatchObject({ kind: 'found', handle: { jobId: second } })
})

test('uploaded pictures are recognised by the names that we gave them', async () => {
  const fal = await useFal({ isPublic: false })
  const request = imageRequest({ references: [pictureAt('a.png'), pictureAt('b.png')] })
  await fal.buy({ ...request, reference: 'med_2' })
  const jobId = await lose(fal, request)
  await fal.double.advance(RENDERED_MS)
  expect(await fal.find(request)).toMatchObject({ kind: 'found', handle: { jobId } })
})

test('a plain prompt that was sent twice alike is ambiguous', async () => {
  const fal = await useFal()
  const { jobId: bought } = await fal.buy()
  const lost = await lose(fal)
  await fal.double.advance(RENDERED_MS)
  const found = await fal.find(imageRequest())
  if (found?.kind !== 'ambiguous') throw new Error(`it is ${found?.kind}`)
  expect(found.handles.map(({ jobId }) => jobId).toSorted()).toEqual([bought, lost].toSorted())
})

test('every page of the list is read', async () => {
  const fal = await useFal()
  await fal.double.set({ pageMax: 1, concurrency: 20 })
  const jobId = await lose(fal)
  for (const prompt of ['b', 'c', 'd']) await fal.buy(imageRequest({ prompt }))
  await fal.double.advance(RENDERED_MS)
  expect(await fal.find(imageRequest())).toMatchObject({ kind: 'found', handle: { jobId } })
  expect(await fal.received('list')).toHaveLength(4)
  await fal.double.fault({ fault: 'html', on: 'list', skip: 2 })
  expect(await fal.find(imageRequest())).toEqual({ kind: 'unreachable' })
})

test('a running request that is not listed is not taken for absent', async () => {
  const fal = await useFal()
  await lose(fal)
  expect(await fal.find(imageRequest())).toEqual({ kind: 'unreachable' })
  await fal.double.set({ listRunning: true })
  expect(await fal.find(imageRequest())).toMatchObject({ kind: 'found' })
})

test.each(['late_row', 'no_row', 'no_payload'])('a row with "%s" proves nothing', async (fault) => {
  const fal = await useFal()
  await lose(fal, imageRequest(), { fault })
  await fal.double.advance(RENDERED_MS)
  expect(await fal.find(imageRequest())).toEqual({ kind: 'unreachable' })
})

test('absence is certain only when an operator says that the list is complete', async () => {
  const fal = await useFal({ isListComplete: true })
  await fal.double.set({ listRunning: true })
  await fal.double.fault({ fault: 'reset' })
  expect(await fal.submit(imageRequest())).toMatchObject({ kind: 'unknown' })
  expect(await fal.find(imageRequest())).toEqual({ kind: 'absent' })
  await fal.double.fault({ fault: 'no_payload' })
  await fal.buy(imageRequest({ prompt: 'another mug' }))
  expect(await fal.find(imageRequest())).toEqual({ kind: 'unreachable' })
})

test.each([{ fault: 'unauthorized' }, { fault: 'malformed_json' }, { fault: 'reset' }])(
  'a list that cannot be read, by %j, finds nothing and rules nothing out',
  async (fault) => {
    const fal = await useFal({ isListComplete: true })
    await fal.double.fault({ ...fault, on: 'list' })
    expect(await fal.find(imageRequest())).toEqual({ kind: 'unreachable' })
  },
)

test('a job that only a callback named is read, also long after the callbacks ended', async () => {
  const fal = await useFal()
  const request = videoRequest({ references: [pictureAt('a.png')] })
  const jobId = await lose(fal, request)
  // No callback arrives: all of them are tried within about an hour.
  await fal.double.advance(6 * 3_600_000)
  const handle = fal.provider.adopt?.(jobId, request)
  expect(handle).toMatchObject({ jobId, endpoint: 'bytedance/seedance-2.5/reference-to-video' })
  if (handle) expect(await fal.provider.check(handle)).toMatchObject({ kind: 'done' })
})
