import { afterEach, expect, test, vi } from 'vitest'
import { type ReceivedCallback, receiveCallbacks } from '../../../doubles/test/run-double.ts'
import { imageRequest, type UsedFal, useFal } from './use-fal.ts'

afterEach(() => void vi.useRealTimers())

const forged = { isGenuine: false, jobId: null }

/** A request with a callback, which is delivered. */
async function deliver(fal: UsedFal, ...faults: object[]) {
  if (faults.length > 0) await fal.double.fault(...faults)
  const { received, url } = await receiveCallbacks()
  const { jobId } = await fal.buy(imageRequest({ callbackUrl: url }))
  await fal.double.advance(60_000)
  const [callback] = received
  if (!callback) throw new Error('no callback came')
  return { callback, jobId }
}

const read = (fal: UsedFal, { headers, text }: Pick<ReceivedCallback, 'headers' | 'text'>) =>
  fal.provider.readCallback?.(Buffer.from(text), headers as Record<string, string>)

test('a callback of ours names its request, and the keys are read once', async () => {
  const fal = await useFal()
  const { callback, jobId } = await deliver(fal)
  expect(await read(fal, callback)).toEqual({ isGenuine: true, jobId })
  expect(await read(fal, callback)).toEqual({ isGenuine: true, jobId })
  expect(await fal.received('keys')).toHaveLength(1)
})

test('callbacks that come together before the keys are read are all genuine, after one read', async () => {
  const fal = await useFal()
  const { callback, jobId } = await deliver(fal, { fault: 'slow_headers', delayMs: 300, on: 'keys' })
  const hints = await Promise.all(Array.from({ length: 10 }, () => read(fal, callback)))
  expect(hints).toEqual(hints.map(() => ({ isGenuine: true, jobId })))
  expect(await fal.received('keys')).toHaveLength(1)
})

test.each([
  ['another customer', { fault: 'foreign_account' }],
  ['a key that is not listed', { fault: 'forged' }],
  ['another body', { fault: 'forged', how: 'other body' }],
  ['nobody', { fault: 'forged', how: 'unsigned' }],
  ['the past', { fault: 'old_timestamp' }],
])('a callback signed by %s is not believed', async (_, fault) => {
  const fal = await useFal()
  const { callback } = await deliver(fal, fault)
  expect(await read(fal, callback)).toEqual(forged)
})

test.each([-301, 301])('a callback is not believed %s seconds later', async (seconds) => {
  const fal = await useFal()
  const { callback } = await deliver(fal)
  vi.useFakeTimers({ toFake: ['Date'] })
  const signedAt = Number(callback.headers['x-fal-webhook-timestamp']) * 1_000
  vi.setSystemTime(signedAt + seconds * 1_000)
  expect(await read(fal, callback)).toEqual(forged)
  vi.setSystemTime(signedAt + (seconds - Math.sign(seconds) * 2) * 1_000)
  expect(await read(fal, callback)).toMatchObject({ isGenuine: true })
})

test.each([[{ fault: 'fail' }], [{ fault: 'payload_error' }], [{ fault: 'retried' }]])(
  'a callback after %j names its request too',
  async (fault) => {
    const fal = await useFal()
    const { callback, jobId } = await deliver(fal, fault)
    expect(await read(fal, callback)).toEqual({ isGenuine: true, jobId })
  },
)

test('forged callbacks do not cost a call each, and keys are read again after a day', async () => {
  const fal = await useFal()
  const { callback } = await deliver(fal)
  const wrong = { ...callback, text: `${callback.text} ` }
  for (let time = 0; time < 3; time += 1) expect(await read(fal, wrong)).toEqual(forged)
  expect(await fal.received('keys')).toHaveLength(1)
  await fal.double.advance(25 * 3_600_000)
  const { callback: later } = await deliver(fal)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Number(later.headers['x-fal-webhook-timestamp']) * 1_000)
  expect(await read(fal, later)).toMatchObject({ isGenuine: true })
  expect(await fal.received('keys')).toHaveLength(2)
})

test('without the keys no callback is believed, and none is an error', async () => {
  const fal = await useFal()
  const { callback } = await deliver(fal)
  await fal.double.fault({ fault: 'html', on: 'keys' })
  expect(await read(fal, callback)).toEqual(forged)
  expect(await read(fal, { headers: {}, text: '' })).toEqual(forged)
})
