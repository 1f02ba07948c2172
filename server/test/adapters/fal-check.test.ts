import { afterEach, expect, test, vi } from 'vitest'
import { imageRequest, type UsedFal, useFal, videoRequest } from './use-fal.ts'

const RENDERED_MS = 600_000
const unreachable = { kind: 'unreachable' }
const pending = { kind: 'pending', progress: null }

afterEach(() => void vi.useRealTimers())

/** A request that has ended, in the way that the faults say. */
async function bought(fal: UsedFal, ...faults: object[]) {
  if (faults.length > 0) await fal.double.fault(...faults)
  const handle = await fal.buy()
  await fal.double.advance(RENDERED_MS)
  return handle
}

test('a request waits, runs and is done; nobody reports progress', async () => {
  const { double, provider, buy } = await useFal()
  await double.set({ concurrency: 1 })
  await buy()
  const handle = await buy(imageRequest({ n: 2 }))
  expect(await provider.check(handle)).toEqual(pending)
  await double.advance(RENDERED_MS)
  const state = await provider.check(handle)
  const file = { kind: 'url', url: expect.stringContaining(`${double.url}/files/`) }
  expect(state).toEqual({ kind: 'done', files: [file, file], reportedCostMicros: 106_000 })
})

test.each(['null', 'full', 'url'])('a file whose fields are "%s" is taken', async (fileFields) => {
  const { double, provider, buy } = await useFal()
  await double.set({ fileFields, responseSuffix: true })
  const handle = await buy(videoRequest({ durationSeconds: 10, resolution: 'HD' }))
  await double.advance(RENDERED_MS)
  const state = await provider.check(handle)
  expect(state).toMatchObject({ kind: 'done', reportedCostMicros: 4_730_000 })
  if (state.kind === 'done') expect(state.files).toHaveLength(1)
})

test('a result is not lost with the price of its unit', async () => {
  const fal = await useFal()
  const handle = await bought(fal, { fault: 'html', on: 'prices' })
  const state = await fal.provider.check(handle)
  expect(state).toEqual({ kind: 'done', files: [expect.anything()] })
})

test.each([
  [{ type: 'content_policy_violation' }, 'moderation'],
  [{ type: 'file_download_error' }, 'input_unreachable'],
  [{ type: 'image_load_error' }, 'input_unreachable'],
  [{ type: 'image_too_small' }, 'invalid_input'],
  [{ type: 'sequence_too_long' }, 'invalid_input'],
  [{ type: 'no_media_generated' }, 'provider_failed'],
  [{ type: 'content_policy_violation', shape: 'text' }, 'moderation'],
  [{ errorType: 'bad_request' }, 'invalid_input'],
  [{ errorType: 'client_disconnected' }, 'provider_failed'],
  [{ type: 'not_found', status: 404, shape: 'text', msg: 'Path not found' }, 'provider_failed'],
])('a completed request that failed by %j is %s', async (parameters, errorClass) => {
  const fal = await useFal()
  const handle = await bought(fal, { fault: 'fail', ...parameters })
  const state = await fal.provider.check(handle)
  expect(state).toEqual({ kind: 'failed', class: errorClass, message: expect.any(String) })
  expect(JSON.stringify(state)).not.toMatch(/double-key|http|a mug/)
})

test('a rejection that the status does not show is found on the result', async () => {
  const fal = await useFal()
  const handle = await bought(fal, { fault: 'fail', msg: 'It was flagged.' })
  const headers = { authorization: 'Key double-key' }
  const status = await (await fetch(String(handle.statusUrl), { headers })).json()
  expect(status).toMatchObject({ status: 'COMPLETED' })
  expect(status).not.toHaveProperty('error')
  const state = await fal.provider.check(handle)
  expect(state).toEqual({ kind: 'failed', class: 'moderation', message: 'It was flagged.' })
})

test.each([
  [{ errorType: 'runner_disconnected' }],
  [{ type: 'internal_server_error' }],
  [{ type: 'generation_timeout' }],
])('%j is a failure only when it came three times over 30 seconds', async (parameters) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fal = await useFal()
  const handle = await bought(fal, { fault: 'fail', ...parameters })
  const checkAfter = (ms: number) => {
    vi.setSystemTime(Date.now() + ms)
    return fal.provider.check(handle)
  }
  expect(await checkAfter(0)).toEqual(unreachable)
  expect(await checkAfter(10_000)).toEqual(unreachable)
  expect(await checkAfter(10_000)).toEqual(unreachable)
  const state = await checkAfter(10_000)
  expect(state).toMatchObject({ kind: 'failed', class: 'provider_failed', reportedCostMicros: 0 })
})

test.each([
  ['a page of a proxy', { fault: 'html', status: 503 }],
  ['an error without the id of a request', { fault: 'replace', status: 500, body: { detail: 'Oops' } }],
])('%s never becomes a failure', async (_, fault) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fal = await useFal()
  const handle = await bought(fal)
  await fal.double.fault({ ...fault, on: 'result', times: 6 })
  for (let read = 0; read < 6; read += 1) {
    vi.setSystemTime(Date.now() + 20_000)
    expect(await fal.provider.check(handle)).toEqual(unreachable)
  }
  expect(await fal.provider.check(handle)).toMatchObject({ kind: 'done' })
})

test('different failures are not the same failure', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fal = await useFal()
  const handle = await bought(fal)
  const answers = [500, 504, 500, 504, 500, 504]
  await fal.double.fault(...answers.map((status) => ({ fault: 'status', on: 'result', status })))
  for (const _ of answers) {
    vi.setSystemTime(Date.now() + 20_000)
    expect(await fal.provider.check(handle)).toEqual(unreachable)
  }
  expect(await fal.provider.check(handle)).toMatchObject({ kind: 'done' })
})

test.each(['status', 'result'])('no trouble with a read of the %s is a verdict', async (on) => {
  const fal = await useFal()
  const handle = await bought(fal)
  const faults = [
    { fault: 'unauthorized' },
    { fault: 'out_of_credit' },
    { fault: 'rate_limited' },
    { fault: 'status', status: 404 },
    { fault: 'status', status: 500 },
    { fault: 'status', status: 503 },
    { fault: 'html', status: 502 },
    { fault: 'html', status: 422 },
    { fault: 'reset' },
    { fault: 'lost_reply' },
    { fault: 'truncate', share: 0.5, mode: 'length' },
    { fault: 'malformed_json' },
    { fault: 'redirect' },
  ]
  for (const fault of faults) {
    await fal.double.fault({ ...fault, on })
    expect(await fal.provider.check(handle), JSON.stringify(fault)).toEqual(unreachable)
  }
  await fal.double.fault({ fault: 'rate_limited', on, retryAfterSeconds: 9 })
  expect(await fal.provider.check(handle)).toEqual({ kind: 'unreachable', retryAfterMs: 9_000 })
  expect(await fal.provider.check(handle)).toMatchObject({ kind: 'done' })
})

test('a result that is asked for too early is still made', async () => {
  const fal = await useFal()
  const handle = await bought(fal)
  const body = { detail: 'Request is still in progress' }
  await fal.double.fault({ fault: 'replace', on: 'result', status: 400, body })
  expect(await fal.provider.check(handle)).toEqual(pending)
})

test('a request that the provider lost is asked for again', async () => {
  const fal = await useFal()
  const handle = await bought(fal, { fault: 'lost', afterReads: 0 })
  expect(await fal.provider.check(handle)).toEqual(unreachable)
})

test('a success without a file is a failure, one with fewer files is not', async () => {
  const fal = await useFal()
  const none = await bought(fal, { fault: 'files', count: 0 })
  expect(await fal.provider.check(none)).toMatchObject({ kind: 'failed', class: 'provider_failed' })
  await fal.double.fault({ fault: 'files', count: 1 })
  const fewer = await fal.buy(imageRequest({ n: 4 }))
  await fal.double.advance(RENDERED_MS)
  expect(await fal.provider.check(fewer)).toMatchObject({ kind: 'done', files: [{ kind: 'url' }] })
})

test('a request is cancelled while it waits, and reads as failed', async () => {
  const { double, provider, buy, received } = await useFal()
  await double.set({ concurrency: 1 })
  await buy()
  const handle = await buy()
  await provider.cancel?.(handle)
  expect(await received('cancel')).toMatchObject([{ method: 'PUT', status: 200 }])
  expect(await provider.check(handle)).toMatchObject({ kind: 'failed', class: 'provider_failed' })
})

test.each([
  ['a completed request', undefined],
  ['no answer', { fault: 'reset', on: 'cancel' }],
  ['an unknown request', { fault: 'status', status: 404, on: 'cancel' }],
])('cancelling ends quietly with %s', async (_, fault) => {
  const fal = await useFal()
  const handle = await bought(fal, ...(fault ? [fault] : []))
  await fal.provider.cancel?.(handle)
  expect(await fal.provider.check(handle)).toMatchObject({ kind: 'done' })
})
