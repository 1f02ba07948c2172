import { expect, test } from 'vitest'
import { expectClean, image, KEY, type UsedKie, useKie, video } from './use-kie.ts'

const pending = { kind: 'pending', progress: null }
const unseen = { kind: 'unreachable', retryAfterMs: 5_000 }
const RENDERED_MS = 600_000
const HOUR_MS = 3_600_000

/** The state of a job whose task ended. */
async function checkEnded({ double, buy, provider }: UsedKie, request = image()) {
  const handle = await buy(request)
  await double.advance(RENDERED_MS)
  return provider.check(handle)
}

test('a job waits, is generated without a progress, and is done with its file and cost', async () => {
  const { provider, double, buy } = await useKie()
  await double.set({ renderMs: 10_000 })
  const handle = await buy()
  expect(await provider.check(handle)).toEqual(pending)
  await double.advance(9_000)
  // The record of the double has a progress. Its scale is not confirmed, so it is not passed on.
  expect(await provider.check(handle)).toEqual(pending)
  await double.advance(2_000)
  expect(await provider.check(handle)).toEqual({
    kind: 'done',
    files: [{ kind: 'url', url: `${double.url}/files/${handle.jobId}/0.png` }],
    reportedCostMicros: 30_000,
  })
})

test('the cost of a video is what the provider says, not what was expected', async () => {
  // The double takes 29 credits for a second in 480p.
  expect(await checkEnded(await useKie(), video({ resolution: 'SD', durationSeconds: 6 }))).toMatchObject({
    kind: 'done',
    reportedCostMicros: 870_000,
  })
})

test('"recordInfo is null" says nothing about a job: it is asked for again, and never failed', async () => {
  const { provider, double, buy } = await useKie()
  await double.fault({ fault: 'late_record', reads: 3 })
  const handle = await buy()
  await double.advance(RENDERED_MS)
  for (let read = 1; read <= 3; read++) expect(await provider.check(handle)).toEqual(unseen)
  expect(await provider.check(handle)).toMatchObject({ kind: 'done' })
  await double.set({ codeAsStatus: true })
  // Not even for an id that nobody knows, nor as an HTTP status.
  expect(await provider.check({ jobId: 'f'.repeat(32) })).toEqual(unseen)
})

test('a task that is lost or stuck, or has a state that is not known, stays open', async () => {
  const { provider, double, buy } = await useKie()
  await double.fault({ fault: 'lost', afterReads: 1 }, { fault: 'stuck' })
  const lost = await buy()
  expect(await provider.check(lost)).toEqual(pending)
  for (let read = 1; read <= 2; read++) expect(await provider.check(lost)).toEqual(unseen)
  await double.fault({ fault: 'show_state', state: 'queuing' }, { fault: 'stuck' })
  const queued = await buy()
  await double.fault({ fault: 'show_state', state: 'reviewing' }, { fault: 'stuck' })
  const other = await buy()
  await double.advance(RENDERED_MS)
  expect(await provider.check(queued)).toEqual(pending)
  expect(await provider.check(other)).toEqual(pending)
})

test('an error on a read is never a verdict, and the next read is right', async () => {
  const { provider, double, buy } = await useKie()
  const handle = await buy()
  await double.advance(RENDERED_MS)
  const faults: [fault: object, state?: object][] = [
    ...[401, 402, 403, 429, 433, 455, 500, 503, 505, 550].flatMap((status): [object][] => [
      [{ fault: 'status', status, httpStatus: 200 }],
      [{ fault: 'status', status }],
    ]),
    [{ fault: 'status', status: 404, httpStatus: 200 }, unseen],
    [{ fault: 'status', status: 404, envelope: 'html' }],
    [{ fault: 'unauthorized' }],
    [{ fault: 'out_of_credit' }],
    [
      { fault: 'rate_limited', retryAfterSeconds: 4 },
      { kind: 'unreachable', retryAfterMs: 4_000 },
    ],
    ...[500, 501, 502, 503, 504].map((status): [object] => [{ fault: 'html', status }]),
    [{ fault: 'reset' }],
    [{ fault: 'lost_reply' }],
    [{ fault: 'truncate' }],
    [{ fault: 'truncate', mode: 'chunked' }],
    [{ fault: 'malformed_json' }],
    [{ fault: 'drop_fields', fields: ['code'] }],
    [{ fault: 'oversize', bytes: 5_000_000 }],
    [{ fault: 'redirect' }],
    // A record of another task.
    [{ fault: 'replace', status: 200, body: '{"code":200,"data":{"taskId":"x","state":"fail"}}' }],
  ]
  for (const [fault, state = { kind: 'unreachable' }] of faults) {
    await double.fault({ ...fault, on: 'status' })
    expect(await provider.check(handle), JSON.stringify(fault)).toEqual(state)
  }
  expect(await provider.check(handle)).toMatchObject({ kind: 'done' })
  expect((await double.log()).submits).toHaveLength(1)
})

test('a failed task has a class by its words and by the codes that say more', async () => {
  const used = await useKie()
  const failures: [code: unknown, message: unknown, errorClass: string][] = [
    ['GENERATION_FAILED', 'The generation failed.', 'provider_failed'],
    ['GENERATION_FAILED', 'Your prompt may contain sensitive words', 'moderation'],
    ['NSFW', null, 'moderation'],
    [500, 'It violates our content policies', 'moderation'],
    [451, 'The image could not be fetched', 'input_unreachable'],
    ['422', 'The image is too small', 'invalid_input'],
    ['402', 'Credits insufficient', 'quota'],
    [null, null, 'provider_failed'],
  ]
  for (const [code, message, errorClass] of failures) {
    await used.double.fault({ fault: 'fail', code, message })
    expect(await checkEnded(used), JSON.stringify([code, message])).toEqual({
      kind: 'failed',
      class: errorClass,
      message: message ?? 'The provider gave no reason.',
      // A failed task is free.
      reportedCostMicros: 0,
    })
  }
})

test('the code "generation failed" ends a job, with and without a record', async () => {
  const { provider, double, buy } = await useKie()
  const handle = await buy()
  await double.fault({ fault: 'status', on: 'status', status: 501, httpStatus: 200 })
  expect(await provider.check(handle)).toEqual({
    kind: 'failed',
    class: 'provider_failed',
    message: 'Generation failed.',
  })
  const record = { taskId: handle.jobId, state: 'fail', failCode: '501', failMsg: 'flagged' }
  const body = JSON.stringify({ code: 501, msg: 'failed', data: record })
  await double.fault({ fault: 'replace', on: 'status', status: 200, body })
  expect(await provider.check(handle)).toEqual({ kind: 'failed', class: 'moderation', message: 'flagged' })
})

test('the reason of a failure has no key, id or address in it', async () => {
  const used = await useKie()
  const address = 'https://files.kie.example/a.png'
  const message = `Task ${'ab'.repeat(16)} of ${KEY} failed at ${address} twice`
  await used.double.fault({ fault: 'fail', message })
  const state = await checkEnded(used)
  expect(state).toMatchObject({ message: 'Task of failed at twice' })
  expectClean(state)
  await used.double.fault({ fault: 'fail', message: `${'word '.repeat(78)} ${'ab'.repeat(16)}` })
  expectClean(await checkEnded(used))
})

test('of a result only the addresses of the files are taken', async () => {
  const used = await useKie({}, '--set', 'resultExtras=true')
  expect(await checkEnded(used)).toMatchObject({ files: [{ url: expect.stringMatching(/0\.png$/) }] })
})

test('a success without files is done, one whose result cannot be read is asked for again', async () => {
  const used = await useKie()
  await used.double.fault({ fault: 'files', count: 0 })
  expect(await checkEnded(used)).toEqual({ kind: 'done', files: [], reportedCostMicros: 30_000 })
  for (const resultJson of ['', null, '{"resultUrls', '{"resultObject":{}}', '[]', 'null']) {
    await used.double.fault({ fault: 'show_result', resultJson })
    expect(await checkEnded(used), String(resultJson)).toEqual({ kind: 'unreachable' })
  }
  await used.double.fault({ fault: 'show_result', resultJson: '{"resultUrls":[null,"https://f.example/a"]}' })
  expect(await checkEnded(used)).toMatchObject({ files: [{ kind: 'url', url: 'https://f.example/a' }] })
})

test('a record of ten keys has no cost', async () => {
  expect(await checkEnded(await useKie({}, '--set', 'recordKeys=10'))).toEqual({
    kind: 'done',
    files: [{ kind: 'url', url: expect.any(String) }],
  })
})

test('an old result gets a fresh address, and the first one serves when there is none', async () => {
  const startAt = Date.now() - 25 * HOUR_MS
  const { provider, double, buy, requests } = await useKie({}, '--start-at', String(startAt))
  const handle = await buy()
  await double.advance(25 * HOUR_MS)
  const first = `${double.url}/files/${handle.jobId}/0.png`
  expect((await fetch(first)).status).toBe(404)
  const state = await provider.check(handle)
  const [file] = state.kind === 'done' ? state.files : []
  const url = file?.kind === 'url' ? file.url : ''
  expect((await fetch(url)).status).toBe(200)
  expect((await requests('download')).map(({ body }) => body)).toEqual([{ url: first }])
  await double.fault({ fault: 'html', status: 502, on: 'download' })
  expect(await provider.check(handle)).toMatchObject({ kind: 'done', files: [{ kind: 'url', url: first }] })
})
