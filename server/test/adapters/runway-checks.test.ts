import { expect, test } from 'vitest'
import { newRunwayProvider } from '#adapters/runway'
import type { FileSource } from '#platform/providers'
import { expectClean, image, KEY, TIMEOUT_MS, useRunway, video } from './use-runway.ts'

const VIDEO_MS = 3_000

const urlsOf = (files: FileSource[]) => files.map((one) => (one.kind === 'url' ? one.url : 'a stream'))

test('a video goes from pending over its progress to a file that can be downloaded', async () => {
  const { provider, double, buy } = await useRunway()
  const handle = await buy()
  expect(await provider.check(handle)).toEqual({ kind: 'pending', progress: null })
  await double.advance(VIDEO_MS / 2)
  const half = await provider.check(handle)
  expect(half).toEqual({ kind: 'pending', progress: 44 })
  await double.advance(VIDEO_MS / 2)
  const done = await provider.check(handle)
  // 120 credits, not the 125 of the estimate.
  expect(done).toMatchObject({ kind: 'done', reportedCostMicros: 1_200_000 })
  const urls = done.kind === 'done' ? urlsOf(done.files) : []
  expect(urls).toHaveLength(1)
  const file = await fetch(urls[0] ?? '')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect(provider.ownOrigin).toBe(new URL(urls[0] ?? '').origin)
})

test('one task makes all pictures of an order; fewer and none are told as they are', async () => {
  const { provider, double, buy } = await useRunway()
  await double.fault(
    { fault: 'files', count: 1, match: { prompt: 'one' } },
    { fault: 'files', match: { prompt: 'none' } },
  )
  const handles = [
    await buy(image({ n: 4 })),
    await buy(image({ n: 2, prompt: 'one' })),
    await buy(image({ prompt: 'none' })),
  ]
  await double.advance(VIDEO_MS)
  const states = await Promise.all(handles.map((handle) => provider.check(handle)))
  expect(states.map((state) => (state.kind === 'done' ? state.files.length : state.kind))).toEqual([4, 1, 0])
  expect(states[0]).toMatchObject({ reportedCostMicros: 200_000 })
})

test('THROTTLED is pending, and so is a task that waits or runs for ever', async () => {
  const { provider, double, buy } = await useRunway()
  await double.set({ concurrency: 1 })
  await double.fault({ fault: 'stuck' })
  const first = await buy()
  const second = await buy()
  await double.advance(3_600_000)
  expect(await provider.check(first)).toEqual({ kind: 'pending', progress: 99 })
  expect(await provider.check(second)).toEqual({ kind: 'pending', progress: null })
})

test('progress is a whole percent, and null where none or an impossible one is reported', async () => {
  const { provider, double, buy } = await useRunway()
  const values = [0, 0.29, 0.421, 0.999, 1, null, 42, -0.5]
  await double.fault({ fault: 'progress', values }, { fault: 'stuck' })
  const handle = await buy()
  await double.advance(VIDEO_MS * 10)
  const seen = []
  for (const _ of values) seen.push(await provider.check(handle))
  expect(seen.map((state) => (state.kind === 'pending' ? state.progress : state.kind))).toEqual([
    0,
    29,
    42,
    100,
    100,
    null,
    null,
    null,
  ])
})

test('each code of a failure has its class, and the final cost is told', async () => {
  const { provider, double, buy } = await useRunway()
  await double.set({ concurrency: 100 })
  const cases = [
    ['SAFETY.INPUT.TEXT', 'moderation'],
    ['SAFETY.INPUT.IMAGE', 'moderation'],
    ['SAFETY.OUTPUT.VIDEO', 'moderation'],
    ['INPUT_PREPROCESSING.SAFETY.TEXT', 'moderation'],
    ['ASSET.INVALID', 'input_unreachable'],
    ['INTERNAL.BAD_OUTPUT.CODE01', 'provider_failed'],
    ['INTERNAL', 'provider_transient'],
    ['INPUT_PREPROCESSING.INTERNAL', 'provider_transient'],
    ['THIRD_PARTY.UNAVAILABLE', 'provider_transient'],
    ['SOMETHING.NEW', 'provider_failed'],
    [undefined, 'provider_failed'],
  ] as const
  for (const [code, errorClass] of cases) {
    await double.fault({ fault: 'fail', code, message: 'It did not work.' })
    const handle = await buy()
    await double.advance(VIDEO_MS)
    const state = await provider.check(handle)
    // Output that was made and then refused is billed like a success.
    const reportedCostMicros = code?.startsWith('SAFETY.OUTPUT') ? 1_200_000 : 0
    const expected = { kind: 'failed', class: errorClass, message: 'It did not work.', reportedCostMicros }
    expect([code, state]).toEqual([code, expected])
  }
})

test('a task that Runway cancelled has failed, and a failure without words gets some', async () => {
  const { provider, double, buy } = await useRunway()
  await double.fault({ fault: 'fail', as: 'CANCELLED' })
  const cancelled = await buy()
  await double.fault({ fault: 'fail', message: '', credits: 7 })
  const silent = await buy()
  await double.advance(VIDEO_MS)
  expect(await provider.check(cancelled)).toMatchObject({ kind: 'failed', class: 'provider_failed' })
  expect(await provider.check(silent)).toEqual({
    kind: 'failed',
    class: 'provider_failed',
    message: 'The provider failed',
    reportedCostMicros: 70_000,
  })
})

test('keys, ids and addresses in the words of a failure are removed', async () => {
  const { provider, double, buy } = await useRunway()
  const id = '7a1c0b1e-6d2f-4f0e-9a3b-2f1d0c9b8a76'
  const message = `Task ${id} of ${KEY} failed, see https://app.runway.example/${id}`
  await double.fault({ fault: 'fail', message })
  const handle = await buy()
  await double.advance(VIDEO_MS)
  const state = await provider.check(handle)
  expect(state).toMatchObject({ kind: 'failed', message: 'Task of failed, see' })
  expectClean(state)
})

test('an error of a read is never a verdict: the job is asked for again and completes', async () => {
  const { provider, double, buy } = await useRunway()
  const handle = await buy()
  await double.advance(VIDEO_MS)
  const faults = [
    { fault: 'unauthorized' },
    { fault: 'out_of_credit' },
    ...[400, 403, 404, 500, 502, 503, 504].map((status) => ({ fault: 'status', status })),
    { fault: 'html' },
    { fault: 'html', status: 404 },
    { fault: 'reset' },
    { fault: 'lost_reply' },
    { fault: 'truncate' },
    { fault: 'malformed_json' },
    { fault: 'redirect' },
    { fault: 'drop_fields', fields: ['status'] },
    { fault: 'drop_fields', fields: ['output'] },
    { fault: 'replace', body: { status: 'SUCCEEDED', output: [null] } },
    { fault: 'replace', body: { status: 'SOMETHING_NEW' } },
    { fault: 'replace', body: 'null' },
    { fault: 'oversize', bytes: 8 << 20 },
  ]
  for (const fault of faults) {
    await double.fault({ ...fault, on: 'status' })
    const state = await provider.check(handle)
    await double.control('DELETE', 'scenario')
    expect([fault, state]).toEqual([fault, { kind: 'unreachable' }])
  }
  await double.fault({ fault: 'rate_limited', retryAfterSeconds: 9, on: 'status' })
  expect(await provider.check(handle)).toEqual({ kind: 'unreachable', retryAfterMs: 9_000 })
  expect((await provider.check(handle)).kind).toBe('done')
})

test('a wrong key, a lost task and a provider that is away say nothing of the job', async () => {
  const { provider, double, buy } = await useRunway()
  await double.fault({ fault: 'lost', afterReads: 1 })
  const handle = await buy()
  const settings = { baseUrl: double.url, fileHosts: [], uploadHosts: [] }
  const other = newRunwayProvider({ ...settings, key: 'key_other' })
  expect(await other.check(handle)).toEqual({ kind: 'unreachable' })
  expect((await provider.check(handle)).kind).toBe('pending')
  expect(await provider.check(handle)).toEqual({ kind: 'unreachable' })
  await double.kill()
  expect(await provider.check(handle)).toEqual({ kind: 'unreachable' })
})

test('addresses that have expired are fresh after another check', async () => {
  const { provider, double, buy } = await useRunway()
  const handle = await buy()
  await double.advance(VIDEO_MS)
  const readUrl = async () => {
    const state = await provider.check(handle)
    return state.kind === 'done' ? (urlsOf(state.files)[0] ?? '') : state.kind
  }
  const old = await readUrl()
  await double.advance(3 * 24 * 3_600_000)
  expect((await fetch(old)).status).toBe(403)
  const fresh = await readUrl()
  expect(fresh).not.toBe(old)
  expect((await fetch(fresh)).status).toBe(200)
})

test('a cancel ends a task that waits or runs, with one DELETE, and it is not billed', async () => {
  const { provider, double, buy, requests } = await useRunway()
  await double.set({ concurrency: 1 })
  const running = await buy()
  const throttled = await buy()
  await provider.cancel?.(throttled)
  await provider.cancel?.(running)
  expect(await requests('cancel')).toHaveLength(2)
  await double.advance(VIDEO_MS)
  expect((await double.log()).jobs.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled'])
  expect((await double.bill()).total.microUsd).toBe(0)
  await double.set({ showCancelled: true })
  expect(await provider.check(running)).toMatchObject({ kind: 'failed', reportedCostMicros: 0 })
})

test('a finished task is never deleted: its files can still be fetched after a cancel', async () => {
  const { provider, double, buy, requests } = await useRunway()
  const handle = await buy()
  await double.fault({ fault: 'fail' })
  const failed = await buy()
  await double.advance(VIDEO_MS)
  await provider.cancel?.(handle)
  await provider.cancel?.(failed)
  expect(await requests('cancel')).toEqual([])
  const state = await provider.check(handle)
  const [url = ''] = state.kind === 'done' ? urlsOf(state.files) : []
  expect((await fetch(url)).status).toBe(200)
})

test('a task that cannot be read is not deleted: it may be finished', async () => {
  const { provider, double, buy, requests } = await useRunway()
  const handle = await buy()
  await double.advance(VIDEO_MS)
  const faults = [
    { fault: 'html' },
    { fault: 'reset' },
    { fault: 'status', status: 404 },
    { fault: 'drop_fields', fields: ['output'] },
    { fault: 'replace', body: { status: 'SOMETHING_NEW' } },
  ]
  for (const fault of faults) {
    await double.fault({ ...fault, on: 'status' })
    await provider.cancel?.(handle)
  }
  expect(await requests('cancel')).toEqual([])
  expect((await provider.check(handle)).kind).toBe('done')
})

test('a cancel that fails throws nothing, and the job goes on', async () => {
  const { provider, double, buy } = await useRunway()
  const handle = await buy()
  for (const fault of [{ fault: 'reset' }, { fault: 'status', status: 503 }, { fault: 'unauthorized' }]) {
    await double.fault({ ...fault, on: 'cancel' })
    await provider.cancel?.(handle)
  }
  await double.advance(VIDEO_MS)
  expect((await provider.check(handle)).kind).toBe('done')
})

test('ids of a provider are escaped in paths', async () => {
  const { provider, double } = await useRunway()
  await provider.check({ jobId: '../organization?x=1' })
  expect((await double.log()).requests.map(({ path }) => path)).toEqual([
    '/v1/tasks/..%2Forganization%3Fx%3D1',
  ])
})

test('the whole life of a job makes one purchase', async () => {
  const { provider, double } = await useRunway()
  const answer = await provider.submit(video({ reference: 'job-7' }), TIMEOUT_MS)
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  await provider.check(answer.handle)
  await double.advance(VIDEO_MS)
  await provider.check(answer.handle)
  expect((await double.log()).perReference).toEqual({ 'job-7': { posts: 1, accepted: 1 } })
  expect((await double.bill()).total.microUsd).toBe(1_200_000)
})
