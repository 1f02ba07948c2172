import { expect, test } from 'vitest'
import { useRunway, type View } from './use-runway.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('a video is PENDING, RUNNING with progress, SUCCEEDED, and costs less than estimated', async () => {
  const double = await useRunway({ settings: { videoMs: 100_000 } })
  const answer = await double.submitVideo()
  const accepted = (await answer.json()) as View
  expect(answer.status).toBe(200)
  expect(accepted).toEqual({ id: expect.stringMatching(UUID), estimatedCost: { credits: 125 } })
  const { id } = accepted
  expect(await double.view(id)).toEqual({
    id,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    status: 'PENDING',
    estimatedCost: { credits: 125 },
  })
  await double.advance(55_000)
  expect(await double.view(id)).toMatchObject({
    status: 'RUNNING',
    progress: 0.5,
    estimatedCost: { credits: 125 },
  })
  await double.advance(45_000)
  const done = await double.view(id)
  expect(done).toMatchObject({ status: 'SUCCEEDED', cost: { credits: 120 } })
  expect(done).not.toHaveProperty('estimatedCost')
  expect(done.output).toHaveLength(1)
  expect(await double.bill()).toMatchObject({
    entries: [{ taskId: id, model: 'seedance2_5', units: 120, unit: 'credits', microUsd: 1_200_000 }],
  })
})

test('pictures cost by number, quality and references', async () => {
  const double = await useRunway({ settings: { fetchReferences: false } })
  const uri = 'https://files.example/a.png'
  const referenceImages = [{ uri, tag: 'ref_1' }, { uri }]
  const answer = await double.submitImage({ outputCount: 2, quality: 'low', referenceImages })
  const { id, estimatedCost } = (await answer.json()) as View
  await double.advance(60_000)
  const { output, cost } = await double.view(id)
  expect(output).toHaveLength(2)
  expect([estimatedCost, cost]).toEqual([{ credits: 7 }, { credits: 6 }])
})

test('the duration auto is estimated at the longest', async () => {
  const double = await useRunway()
  const { id, estimatedCost } = (await (await double.submitVideo({ duration: 'auto' })).json()) as View
  await double.advance(60_000)
  expect([estimatedCost?.credits, (await double.view(id)).cost?.credits]).toEqual([375, 60])
})

test('tasks over the concurrency of their model are accepted and THROTTLED', async () => {
  const double = await useRunway({ settings: { concurrency: 1, videoMs: 10_000 } })
  const ids = [await double.buy(), await double.buy(), await double.buy({ model: 'seedance2' })]
  const statuses = () => Promise.all(ids.map(async (id) => (await double.view(id)).status))
  expect(await statuses()).toEqual(['PENDING', 'THROTTLED', 'PENDING'])
  await double.advance(10_000)
  expect(await statuses()).toEqual(['SUCCEEDED', 'PENDING', 'SUCCEEDED'])
})

test.each([
  ['SAFETY.INPUT.TEXT', 0],
  ['SAFETY.OUTPUT.VIDEO', 120],
  ['INTERNAL.BAD_OUTPUT.CODE01', 0],
  ['INPUT_PREPROCESSING.SAFETY.TEXT', 0],
  ['ASSET.INVALID', 0],
  ['INTERNAL', 0],
  ['INPUT_PREPROCESSING.INTERNAL', 0],
  ['THIRD_PARTY.UNAVAILABLE', 0],
])('a task fails with %s and costs %i credits', async (code, credits) => {
  const double = await useRunway()
  await double.fault({ fault: 'fail', code, message: 'It did not work.' })
  const id = await double.buy()
  await double.advance(60_000)
  expect(await double.view(id)).toEqual({
    id,
    createdAt: expect.any(String),
    status: 'FAILED',
    failure: 'It did not work.',
    failureCode: code,
    cost: { credits },
  })
  expect((await double.bill()).total.units).toBe(credits)
})

test('a failure may have no code, a refund may be partial, a task may be CANCELLED', async () => {
  const double = await useRunway()
  await double.fault(
    { fault: 'fail', match: { prompt: 'no code' } },
    { fault: 'fail', code: 'INTERNAL', credits: 40, match: { prompt: 'partial' } },
    { fault: 'fail', as: 'CANCELLED', match: { prompt: 'cancelled' } },
  )
  const ids = [
    await double.buy({ promptText: 'no code' }),
    await double.buy({ promptText: 'partial' }),
    await double.buy({ promptText: 'cancelled' }),
  ]
  await double.advance(60_000)
  const [none, partial, cancelled] = await Promise.all(ids.map((id) => double.view(id)))
  expect(none).toMatchObject({ status: 'FAILED', failure: expect.any(String), cost: { credits: 0 } })
  expect(none).not.toHaveProperty('failureCode')
  expect(partial?.cost).toEqual({ credits: 40 })
  expect(cancelled).toEqual({
    id: ids[2],
    createdAt: expect.any(String),
    status: 'CANCELLED',
    cost: { credits: 0 },
  })
})

test('progress may be missing, fall, or have another scale', async () => {
  const double = await useRunway({ settings: { videoMs: 10_000 } })
  await double.fault({ fault: 'progress', values: [0.5, 0.2, null, 42] })
  const id = await double.buy()
  await double.advance(5000)
  const seen = []
  for (let nth = 0; nth < 5; nth++) seen.push((await double.view(id)).progress)
  expect(seen).toEqual([0.5, 0.2, undefined, 42, 42])
})

test('a stuck task stays RUNNING or PENDING, a lost one is 404, and files may be missing', async () => {
  const double = await useRunway({ settings: { concurrency: null } })
  await double.fault(
    { fault: 'stuck', match: { prompt: 'stuck' } },
    { fault: 'stuck', in: 'queue', match: { prompt: 'waits' } },
    { fault: 'lost', match: { prompt: 'lost' } },
    { fault: 'files', count: 0, match: { prompt: 'none' } },
  )
  const buy = (promptText: string) => double.buy({ promptText })
  const [stuck, waits, lost, none] = [
    await buy('stuck'),
    await buy('waits'),
    await buy('lost'),
    await buy('none'),
  ]
  await double.advance(3_600_000)
  expect(await double.view(stuck)).toMatchObject({ status: 'RUNNING', progress: 0.99 })
  expect((await double.view(waits)).status).toBe('PENDING')
  expect((await double.view(lost)).status).toBe('SUCCEEDED')
  expect((await double.call('GET', `/v1/tasks/${lost}`)).status).toBe(404)
  expect(await double.view(none)).toMatchObject({ status: 'SUCCEEDED', output: [] })
})

test('DELETE cancels what is not finished, for nothing, and then it is 404', async () => {
  const double = await useRunway({ settings: { concurrency: 1 } })
  const ids = [await double.buy(), await double.buy()]
  for (const id of ids.reverse()) {
    const answer = await double.call('DELETE', `/v1/tasks/${id}`)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await double.call('GET', `/v1/tasks/${id}`)).status).toBe(404)
    expect((await double.call('DELETE', `/v1/tasks/${id}`)).status).toBe(404)
  }
  await double.advance(60_000)
  expect((await double.bill()).entries).toEqual([])
  expect((await double.log()).jobs.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled'])
})

test('a cancelled task may also stay readable, and DELETE may answer 200', async () => {
  const double = await useRunway({ settings: { showCancelled: true, deleteStatus: 200 } })
  const id = await double.buy()
  expect((await double.call('DELETE', `/v1/tasks/${id}`)).status).toBe(200)
  expect(await double.view(id)).toMatchObject({ status: 'CANCELLED', cost: { credits: 0 } })
})

test('DELETE of a finished task deletes its files; the cost stays', async () => {
  const double = await useRunway()
  const id = await double.buy()
  await double.advance(60_000)
  const [url = ''] = (await double.view(id)).output ?? []
  expect((await double.call('DELETE', `/v1/tasks/${id}`)).status).toBe(204)
  expect((await double.call('GET', `/v1/tasks/${id}`)).status).toBe(404)
  expect((await fetch(url)).status).toBe(404)
  expect((await double.bill()).total.units).toBe(120)
})
