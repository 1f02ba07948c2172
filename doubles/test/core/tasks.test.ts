import { expect, test } from 'vitest'
import { receiveCallbacks, waitUntil } from '../run-double.ts'
import { usePlain } from './use-plain.ts'

test('tasks run in order, as many at once as the setting says', async () => {
  const double = await usePlain({ settings: { renderMs: 1000 } })
  const ids = [await double.buy(), await double.buy(), await double.buy(), await double.buy()]
  const statuses = () => Promise.all(ids.map(async (id) => (await double.view(id)).status))
  expect(await statuses()).toEqual(['running', 'running', 'queued', 'queued'])
  expect((await double.view(ids[3] ?? '')).position).toBe(1)
  await double.advance(1000)
  expect(await statuses()).toEqual(['succeeded', 'succeeded', 'running', 'running'])
  await double.advance(999)
  expect(await statuses()).toEqual(['succeeded', 'succeeded', 'running', 'running'])
  await double.advance(1)
  expect((await double.log()).jobs.map(({ outcome }) => outcome)).toEqual(Array(4).fill('succeeded'))
})

test('a task is stuck, lost, failed, slow, or has too few files', async () => {
  const double = await usePlain({ settings: { concurrency: null } })
  await double.fault(
    { fault: 'stuck', match: { prompt: 'stuck' } },
    { fault: 'stuck', in: 'queue', match: { prompt: 'waits' } },
    { fault: 'lost', afterReads: 2, match: { prompt: 'lost' } },
    { fault: 'fail', code: 'bad', match: { prompt: 'fail' } },
    { fault: 'files', count: 0, match: { prompt: 'none' } },
    { fault: 'files', count: 1, match: { prompt: 'single' } },
    { fault: 'render', ms: 50_000, match: { prompt: 'slow' } },
  )
  const buy = (prompt: string) => double.buy({ prompt, n: 2 })
  const [stuck, waits, lost] = [await buy('stuck'), await buy('waits'), await buy('lost')]
  const [fail, none, one, slow] = [
    await buy('fail'),
    await buy('none'),
    await buy('single'),
    await buy('slow'),
  ]
  await double.advance(20_000)
  expect((await double.view(stuck)).status).toBe('running')
  expect((await double.view(waits)).status).toBe('queued')
  const reads = [
    await double.get(`/jobs/${lost}`),
    await double.get(`/jobs/${lost}`),
    await double.get(`/jobs/${lost}`),
  ]
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 404])
  expect(await double.view(fail)).toMatchObject({ status: 'failed', error: 'bad' })
  expect((await double.view(none)).files).toEqual([])
  expect((await double.view(one)).files).toHaveLength(1)
  expect((await double.view(slow)).status).toBe('running')
})

test('a request that waits for the end of its task is answered then', async () => {
  const double = await usePlain({ settings: { renderMs: 5000 } })
  const id = await double.buy()
  let status = 0
  const waiting = double.get(`/jobs/${id}/wait`).then((answer) => {
    status = answer.status
  })
  await double.advance(4000)
  expect(status).toBe(0)
  await double.advance(1000)
  await waiting
  expect(status).toBe(200)
})

test('the bill lists what was bought, and an empty balance refuses until it is filled', async () => {
  const double = await usePlain({ settings: { balanceMicroUsd: 100_000 } })
  await double.fault({ fault: 'fail', match: { prompt: 'fail' } })
  await double.buy({ n: 2, reference: 'r-2' })
  await double.buy({ prompt: 'fail' })
  await double.advance(60_000)
  expect(await double.bill()).toMatchObject({
    entries: [{ reference: 'r-2', units: 10, unit: 'credits', microUsd: 100_000 }],
    total: { units: 10, microUsd: 100_000 },
    leftMicroUsd: 0,
  })
  expect((await double.post()).status).toBe(402)
  await double.set({ balanceMicroUsd: 1 })
  expect((await double.post()).status).toBe(202)
})

test('settings are checked, and settings of the provider are among them', async () => {
  const double = await usePlain()
  expect((await double.control('POST', 'settings', { nothing: 1 })).status).toBe(400)
  expect((await double.control('POST', 'settings', { renderMs: 'long' })).status).toBe(400)
  await double.set({ colour: 'red', renderMs: 5 })
  const { settings } = (await (await double.control('GET', 'settings')).json()) as { settings: object }
  expect(settings).toMatchObject({ colour: 'red', renderMs: 5, concurrency: 2 })
})

test('the log shows each request with its body, and no key', async () => {
  const double = await usePlain()
  const data = 'x'.repeat(5000)
  await double.post({ picture: data })
  const form = new FormData()
  form.append('file', new Blob(['abc'], { type: 'image/png' }), 'a.png')
  form.append('note', 'hello')
  await fetch(`${double.url}/nowhere`, { method: 'POST', body: form })
  const { requests } = await double.log()
  const text = JSON.stringify(requests)
  expect(text).not.toContain('double-key')
  expect(text).not.toContain(data)
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/jobs',
    route: 'submit',
    status: 202,
    fault: null,
    headers: { authorization: expect.stringMatching(/^Bearer sha256:[0-9a-f]{8}$/) },
    body: { prompt: 'a mug', reference: 'r-1' },
  })
  expect(requests[1]).toMatchObject({
    route: null,
    status: 404,
    body: {
      fields: [['note', 'hello']],
      files: [{ field: 'file', name: 'a.png', type: 'image/png', sizeBytes: 3 }],
    },
  })
})

test('real time can be scaled, and is not advanced by hand', async () => {
  const double = await usePlain({ time: 'real', scale: 1000, settings: { renderMs: 20_000 } })
  const { received, url } = await receiveCallbacks()
  const id = await double.buy({ callbackUrl: url })
  await waitUntil(async () => (await double.view(id)).status === 'succeeded')
  await waitUntil(() => received.length === 1)
  expect((await double.control('POST', 'time', { advanceMs: 1 })).status).toBe(400)
})
