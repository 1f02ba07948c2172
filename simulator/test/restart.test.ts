import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTempFolder, readBytes, receiveCallbacks, runSimulator, waitUntil } from './run-simulator.ts'

test('kill -9 loses neither jobs nor counts, even with an incomplete last line', async () => {
  const DATA = createTempFolder()
  const before = await runSimulator({ DATA, RENDER_MS: 300 })
  const id = await before.accept({ n: 2, reference: 'kept' })
  await before.submit({ model: 'simulator/refuse' })
  await before.submit({ model: 'simulator/lost-reply' }).catch(() => undefined)
  await before.submit({ n: 3 })
  await before.ended(id)
  const picture = await readBytes(await before.file(id, 1))
  const log = await before.log()
  await before.kill()
  appendFileSync(join(DATA, 'journal.jsonl'), '{"kind":"accepted","at":17')

  // Other settings after the restart do not affect jobs that were accepted before.
  const after = await runSimulator({ DATA, RENDER_MS: 99_000, LONG_SIDE_PIXELS: 128, SEED: 5 })
  const again = await after.log()
  expect(again.counts).toEqual({
    ...log.counts,
    posts: 4,
    accepted: 2,
    refused: 1,
    lostReplies: 1,
    downloads: 1,
  })
  expect(again.submits).toEqual(log.submits)
  expect(await after.job(id)).toMatchObject({ reference: 'kept', status: 'succeeded' })
  expect((await readBytes(await after.file(id, 1))).equals(picture)).toBe(true)

  await after.accept({ reference: 'kept' })
  await after.kill()
  const last = await (await runSimulator({ DATA })).log()
  expect(last.counts).toMatchObject({ posts: 5, accepted: 3 })
  expect(last.submits.at(-1)).toMatchObject({ reference: 'kept', try: 2 })
})

test('after kill -9 during a stream of submits, every acknowledged job is in the log', async () => {
  const DATA = createTempFolder()
  const before = await runSimulator({ DATA })
  const answered: string[] = []
  const stream = Array.from({ length: 4 }, async (_, lane) => {
    for (let k = 0; k < 500; k++) answered.push(await before.accept({ reference: `${lane}-${k}` }))
  })
  const lanes = Promise.allSettled(stream)
  await waitUntil(() => answered.length > 100)
  await before.kill()
  await lanes
  const { jobs, counts } = await (await runSimulator({ DATA })).log()
  const logged = new Set(jobs.map(({ jobId }) => jobId))
  expect(answered.filter((id) => !logged.has(id))).toEqual([])
  expect(counts.accepted).toBe(jobs.length)
  expect(jobs.length - answered.length).toBeLessThanOrEqual(4)
})

test('a callback reports the end of each job, over a reused connection', async () => {
  const receiver = await receiveCallbacks(200)
  const simulator = await runSimulator()
  const callbackUrl = receiver.url
  const good = await simulator.accept({ callbackUrl, reference: 'good' })
  await waitUntil(() => receiver.bodies.length === 1)
  const bad = await simulator.accept({ callbackUrl, reference: 'bad', model: 'simulator/fail' })
  await waitUntil(() => receiver.bodies.length === 2)
  expect(receiver.bodies).toEqual([
    { id: good, reference: 'good', status: 'succeeded' },
    { id: bad, reference: 'bad', status: 'failed' },
  ])
  expect(receiver.sockets.size).toBe(1)
  await waitUntil(async () => (await simulator.log()).counts.callbacksSent === 2)
})

test('a callback that fails is sent again', async () => {
  const receiver = await receiveCallbacks(500, 200)
  const simulator = await runSimulator({ RENDER_MS: 0 })
  await simulator.accept({ callbackUrl: receiver.url })
  await waitUntil(async () => (await simulator.log()).counts.callbacksSent === 1)
  expect(receiver.bodies).toHaveLength(2)
})

test('after a restart, only the callbacks that a crash prevented are sent', async () => {
  const DATA = createTempFolder()
  const receiver = await receiveCallbacks(200)
  const before = await runSimulator({ DATA, RENDER_MS: 0, SLOW_MS: 300 })
  const sent = await before.accept({ callbackUrl: receiver.url })
  await waitUntil(async () => (await before.log()).counts.callbacksSent === 1)
  const due = await before.accept({ callbackUrl: receiver.url, model: 'simulator/slow' })
  await before.kill()
  const after = await runSimulator({ DATA })
  await waitUntil(async () => (await after.log()).counts.callbacksSent === 2)
  expect(receiver.bodies).toMatchObject([{ id: sent }, { id: due, status: 'succeeded' }])
})

test('no callback is sent when callbacks are off', async () => {
  const receiver = await receiveCallbacks(200)
  const [silent, loud] = await Promise.all([runSimulator({ CALLBACKS: 'off' }), runSimulator()])
  await silent.accept({ callbackUrl: receiver.url, reference: 'silent' })
  await loud.accept({ callbackUrl: receiver.url, reference: 'loud' })
  await waitUntil(() => receiver.bodies.length > 0)
  expect(receiver.bodies).toMatchObject([{ reference: 'loud' }])
})

test('a start with invalid settings fails and names all of them', () => {
  const entry = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const env = { SIMULATOR_PORT: 'high', SIMULATOR_CALLBACKS: 'yes', SIMULATOR_CUT_DOWNLOAD_PERCENT: '101' }
  const { status, stderr } = spawnSync(process.execPath, [entry], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  for (const name of Object.keys(env)) expect(stderr).toContain(`Set ${name} to`)
})
