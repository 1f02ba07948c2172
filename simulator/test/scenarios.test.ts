import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type JobBody, readJson, runSimulator } from './run-simulator.ts'

test('ok runs and then returns as many files as requested', async () => {
  // The job runs for 2.7 s, so that a poll sees it running even when the machine is busy.
  const simulator = await runSimulator({ RENDER_MS: 3_000 })
  const response = await simulator.submit({ n: 4 })
  expect(response.status).toBe(202)
  const { id, status } = await readJson<{ id: string; status: string }>(response)
  expect(id).toMatch(/^sim_[0-9A-Za-z]{22}$/)
  expect(status).toBe('queued')
  expect((await simulator.file(id, 0)).status).toBe(404)
  const seen = new Set<string>()
  for (let job = await simulator.job(id); job.status !== 'succeeded'; job = await simulator.job(id)) {
    expect(job).toMatchObject({ reference: 'r-1', files: [], error: null })
    seen.add(job.status)
    await sleep(20)
  }
  expect(seen).toContain('running')
  const job = await simulator.job(id)
  expect(job).toMatchObject({ progress: 100, error: null })
  expect(job.files).toHaveLength(4)
  expect(job.files[3]).toEqual({
    url: `${simulator.url}/v1/files/${id}/3.png`,
    contentType: 'image/png',
    width: 96,
    height: 96,
  })
  expect((await simulator.file(id, 4)).status).toBe(404)
})

test('fail and moderated end as failed, with a message that contains the job id and address', async () => {
  const simulator = await runSimulator()
  const failed = await simulator.ended(await simulator.accept({ model: 'simulator/fail' }))
  expect(failed).toMatchObject({ status: 'failed', files: [], error: { code: 'generation_failed' } })
  expect(failed.error?.message).toBe(`render ${failed.id} failed, see ${simulator.url}/v1/jobs/${failed.id}`)
  const moderated = await simulator.ended(await simulator.accept({ model: 'simulator/moderated' }))
  expect(moderated).toMatchObject({ status: 'failed', files: [], error: { code: 'moderated' } })
  const { jobs } = await simulator.log()
  expect(jobs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
})

test('slow takes the slow time, hang never ends, and the log has the end time of each job', async () => {
  const simulator = await runSimulator({ RENDER_MS: 0, SLOW_MS: 500 })
  const quick = await simulator.accept()
  const slow = await simulator.accept({ model: 'simulator/slow' })
  const hung = await simulator.accept({ model: 'simulator/hang' })
  expect((await simulator.job(quick)).status).toBe('succeeded')
  expect((await simulator.job(slow)).status).not.toBe('succeeded')
  await simulator.ended(slow)
  const { submits, jobs } = await simulator.log()
  expect(jobs.map(({ jobId }) => jobId)).toEqual([quick, slow, hung])
  expect(jobs[0]).toMatchObject({ finishedAt: submits[0]?.at, outcome: 'succeeded' })
  expect(jobs[1]).toMatchObject({ finishedAt: (submits[1]?.at ?? 0) + 500, outcome: 'succeeded' })
  expect(jobs[2]).toMatchObject({ finishedAt: null, outcome: null })
  await expect.poll(async () => simulator.job(hung)).toMatchObject({ status: 'running', progress: 42 })
})

test('partial returns half of the files, and none when one was requested', async () => {
  const simulator = await runSimulator({ RENDER_MS: 0 })
  for (const [n, files] of [
    [1, 0],
    [2, 1],
    [4, 2],
  ] as const) {
    const job = await simulator.job(await simulator.accept({ model: 'simulator/partial', n }))
    expect(job.status).toBe('succeeded')
    expect(job.files).toHaveLength(files)
  }
})

test('refuse answers 503 and is counted without creating a job', async () => {
  const simulator = await runSimulator()
  const response = await simulator.submit({ model: 'simulator/refuse' })
  expect(response.status).toBe(503)
  const message = 'The simulator is not taking jobs now.'
  expect(await response.json()).toEqual({ error: { code: 'overloaded', message } })
  const { submits, counts, jobs } = await simulator.log()
  expect(submits).toMatchObject([{ reference: 'r-1', jobId: null, outcome: 'refused', try: 1 }])
  expect(counts).toMatchObject({ posts: 1, accepted: 0, refused: 1 })
  expect(jobs).toEqual([])
})

test('lost-reply accepts the job but sends no response; the reference finds duplicates', async () => {
  const simulator = await runSimulator()
  for (const _ of [1, 2]) {
    await expect(simulator.submit({ model: 'simulator/lost-reply', reference: 'lost' })).rejects.toThrow(
      'fetch failed',
    )
  }
  const { jobs } = await readJson<{ jobs: JobBody[] }>(await fetch(`${simulator.url}/v1/jobs?reference=lost`))
  expect(jobs).toHaveLength(2)
  for (const { id } of jobs) expect((await simulator.ended(id)).files).toHaveLength(1)
  const { submits, counts } = await simulator.log()
  expect(submits.map(({ outcome, try: nth }) => [outcome, nth])).toEqual([
    ['lost', 1],
    ['lost', 2],
  ])
  expect(counts).toMatchObject({ posts: 2, accepted: 2, lostReplies: 2 })
  const none = await fetch(`${simulator.url}/v1/jobs?reference=other`)
  expect(await none.json()).toEqual({ jobs: [] })
})

test('the set percentage of replies is lost, and the seed decides which', async () => {
  const outcomes = async (seed: number) => {
    const simulator = await runSimulator({ LOST_REPLY_PERCENT: 50, SEED: seed })
    for (let k = 0; k < 24; k++) await simulator.submit().catch(() => undefined)
    return (await simulator.log()).submits.map(({ outcome }) => outcome)
  }
  const [first, again, other] = await Promise.all([outcomes(7), outcomes(7), outcomes(8)])
  expect(first).toEqual(again)
  expect(first).not.toEqual(other)
  expect(first.filter((outcome) => outcome === 'lost').length).toBeGreaterThan(5)
  expect(first.filter((outcome) => outcome === 'accepted').length).toBeGreaterThan(5)
})

test('invalid input is answered 400 with a reason and counted', async () => {
  const simulator = await runSimulator()
  const wrong = [
    { model: 'simulator/none' },
    { model: 'constructor' },
    { prompt: '' },
    { size: '16:9' },
    { n: 3 },
    { n: '1' },
    { reference: 7 },
    { callbackUrl: 'file:///etc/passwd' },
    { references: [{ url: 'x' }] },
    { prompt: 'x'.repeat(400_000) },
  ]
  for (const request of wrong) {
    const response = await simulator.submit(request)
    expect(response.status, JSON.stringify(request).slice(0, 80)).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_input', message: expect.any(String) },
    })
  }
  const garbage = await fetch(`${simulator.url}/v1/jobs`, { method: 'POST', body: '{"model":' })
  expect(garbage.status).toBe(400)
  const { counts, submits } = await simulator.log()
  expect(counts).toMatchObject({ posts: wrong.length + 1, accepted: 0, refused: 0 })
  expect(submits.every(({ outcome }) => outcome === 'invalid')).toBe(true)
})

test('models and health are answered, every other path is 404', async () => {
  const { url } = await runSimulator()
  const { models } = await readJson<{ models: { id: string }[] }>(await fetch(`${url}/v1/models`))
  expect(models.map(({ id }) => id.replace('simulator/', ''))).toEqual([
    'ok',
    'slow',
    'fail',
    'moderated',
    'refuse',
    'rejected',
    'bad-key',
    'hang',
    'partial',
    'bad-file',
    'expired',
    'gone',
    'lost-reply',
    'held',
    'held-lost',
    'one-by-one',
    'one-fails',
    'one-hangs',
    'one-refused',
  ])
  expect((await fetch(`${url}/health`)).status).toBe(200)
  for (const path of ['/', '/v1/jobs/sim_unknown', '/v1/files/sim_unknown/0.png', '/v1/files/a/b/c', '//']) {
    expect((await fetch(url + path)).status, path).toBe(404)
  }
})

test('the process exits on SIGTERM and when its parent exits', async () => {
  const [first, second] = await Promise.all([runSimulator(), runSimulator()])
  first.child.kill('SIGTERM')
  expect(await once(first.child, 'exit')).toEqual([0, null])
  second.child.stdin?.end()
  expect(await once(second.child, 'exit')).toEqual([0, null])
})
