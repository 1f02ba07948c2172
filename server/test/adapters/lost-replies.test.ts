import { describe, expect, test } from 'vitest'
import { callbackUrl } from '../../src/production/callbacks/index.ts'
import { reconcile } from '../../src/production/jobs/submit-once.ts'
import { MODELS, readHinted, readTries, signAsKie, tasksOf, useDoublesSystem } from './use-doubles-system.ts'

const system = useDoublesSystem()
const JOBS = 50
const names = ['fal', 'kie'] as const

describe.each(names)('a lost reply of %s', (name) => {
  test(`is made good by its callback: ${JOBS} jobs complete, and each is bought once`, async () => {
    const used = system()
    const user = await used.createUser()
    await used[name].fault({ fault: 'lost_reply', on: 'submit', times: JOBS })
    const ids: string[] = []
    for (let at = 0; at < JOBS; at += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          used.submit(user, { model: MODELS[name], prompt: `mug ${at + i}` }),
        ),
      )
      expect(answers.filter(({ status }) => status !== 201)).toEqual([])
      ids.push(...answers.map(({ body }) => body.id))
    }
    for (const id of ids) {
      const media = await used.finished(user, id, 40_000)
      expect([id, media.status, media.outputs.length]).toEqual([id, 'completed', 1])
      const [task, ...others] = await tasksOf(used[name], id)
      expect(others).toEqual([])
      expect(await readTries(used, id)).toEqual([{ part: 0, try: 1, state: 'accepted', job: task }])
      expect(await readHinted(used, id)).toEqual([])
    }
    const { submits } = await used[name].log()
    expect(submits.filter(({ outcome }) => outcome === 'lost')).toHaveLength(JOBS)
  }, 120_000)

  test('is seen within three seconds of a callback that comes at any time', async () => {
    const used = system()
    const user = await used.createUser()
    await used[name].fault({ fault: 'lost_reply', on: 'submit' }, { fault: 'late', delayMs: 9_000 })
    const { id } = (await used.submit(user, { model: MODELS[name], prompt: 'a late mug' })).body
    await expect.poll(async () => (await readTries(used, id))[0]?.state, { timeout: 8_000 }).toBe('unknown')
    expect((await used.poll(user, id)).status).toBe('queued')
    const called = async () => {
      const [task] = await tasksOf(used[name], id)
      const { callbacks } = await used[name].log()
      return callbacks.some(({ taskId, status }) => taskId === task && status === 200)
    }
    await expect.poll(called, { timeout: 15_000, interval: 50 }).toBe(true)
    expect((await used.finished(user, id, 3_000)).status).toBe('completed')
  })

  test.each([
    { fault: 'duplicate', deliveries: 5 },
    { fault: 'replayed', delayMs: 2_500 },
  ])('is adopted once when its callback is $fault', async (fault) => {
    const used = system()
    const user = await used.createUser()
    await used[name].fault({ fault: 'lost_reply', on: 'submit' }, fault)
    const { id } = (await used.submit(user, { model: MODELS[name], prompt: 'a mug, often' })).body
    const media = await used.finished(user, id)
    const [task] = await tasksOf(used[name], id)
    const sent = async () =>
      (await used[name].log()).callbacks.filter(({ taskId, status }) => taskId === task && status === 200)
    await expect.poll(async () => (await sent()).length, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(await used.poll(user, id)).toEqual(media)
    expect(await readTries(used, id)).toEqual([{ part: 0, try: 1, state: 'accepted', job: task }])
    expect(await readHinted(used, id)).toEqual([])
    expect(await used.entries(user, id)).toHaveLength(1)
  })
})

test.each([
  ['fal', { fault: 'forged' }],
  ['fal', { fault: 'forged', how: 'other body' }],
  ['fal', { fault: 'forged', how: 'unsigned' }],
  ['fal', { fault: 'foreign_account' }],
  ['fal', { fault: 'old_timestamp' }],
  ['kie', { fault: 'forged' }],
] as const)('of %s, a callback with %j names nothing', async (name, fault) => {
  const used = system()
  const user = await used.createUser()
  await used[name].fault({ fault: 'lost_reply', on: 'submit' }, fault)
  const { id } = (await used.submit(user, { model: MODELS[name], prompt: 'a mug, forged' })).body
  const [task] = await tasksOf(used[name], id)
  const called = async () =>
    (await used[name].log()).callbacks.some(({ taskId, status }) => taskId === task && status === 200)
  await expect.poll(called, { timeout: 10_000 }).toBe(true)
  await new Promise((done) => setTimeout(done, 2_500))
  expect(await readHinted(used, id)).toEqual([])
  expect(await readTries(used, id)).toMatchObject([{ state: 'unknown', job: null }])
  expect((await used.poll(user, id)).status).toBe('queued')
})

describe('false callbacks for jobs of kie', () => {
  /** A lost job whose own callback never comes. */
  async function loseJob(prompt: string) {
    const used = system()
    const user = await used.createUser()
    await used.kie.fault({ fault: 'lost_reply', on: 'submit' }, { fault: 'missing' })
    const { id } = (await used.submit(user, { model: MODELS.kie, prompt })).body
    const [task = ''] = await tasksOf(used.kie, id)
    await expect.poll(async () => (await readTries(used, id))[0]?.state).toBe('unknown')
    return { ...used, used, user, id, task, url: callbackUrl(used.app, 'kie', id, 0) }
  }

  test('wrong token, wrong part, too large: nothing is kept; the right one completes the job', async () => {
    const { used, user, id, task, url, call, finished } = await loseJob('a mug for all')
    const genuine = signAsKie(task)
    const wrong = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`
    expect((await call('POST', wrong, genuine)).status).toBe(404)
    expect((await call('POST', url.replace('p=0', 'p=1'), genuine)).status).toBe(404)
    expect((await call('POST', callbackUrl(used.app, 'kie', id, 1), genuine)).status).toBe(200)
    const large = { ...genuine, body: { ...genuine.body, filler: 'x'.repeat(1_100_000) } }
    expect((await call('POST', url, large)).status).toBe(200)
    const odd = signAsKie('a\u0000b')
    expect((await call('POST', url, odd)).status).toBe(200)
    expect(await readHinted(used, id)).toEqual([])
    expect(await readTries(used, id)).toMatchObject([{ state: 'unknown' }])
    // What its body claims is not read.
    expect((await call('POST', url, signAsKie(task, 'fail'))).status).toBe(200)
    expect((await finished(user, id, 5_000)).status).toBe('completed')
  })

  test('a job of ours that another try has is not kept for this one', async () => {
    const { used, user, id, url, call, submit, finished } = await loseJob('a mug, alone')
    const other = (await submit(user, { model: MODELS.kie, prompt: 'another mug' })).body
    await finished(user, other.id)
    const [bound = ''] = await tasksOf(used.kie, other.id)
    expect((await call('POST', url, signAsKie(bound))).status).toBe(200)
    expect(await readHinted(used, id)).toEqual([])
  })

  test('a lost job of ours is not adopted by another lost one: its order is compared', async () => {
    const first = await loseJob('a red mug')
    const second = await loseJob('a blue mug')
    expect((await first.call('POST', second.url, signAsKie(first.task))).status).toBe(200)
    expect(await readHinted(second.used, second.id)).toEqual([first.task])
    await new Promise((done) => setTimeout(done, 3_000))
    expect(await readTries(second.used, second.id)).toMatchObject([{ state: 'unknown' }])
    for (const one of [first, second]) {
      expect((await one.call('POST', one.url, signAsKie(one.task))).status).toBe(200)
      expect((await one.finished(one.user, one.id, 6_000)).status).toBe('completed')
      expect(await readTries(one.used, one.id)).toMatchObject([{ state: 'accepted', job: one.task }])
    }
  })

  test('at most three jobs are kept for a part, also when they come together', async () => {
    const { used, id, url, call } = await loseJob('a mug of many')
    const ids = Array.from({ length: 12 }, (_, i) => `${i}`.repeat(32).slice(0, 32))
    await Promise.all(ids.map((one) => call('POST', url, signAsKie(one))))
    expect(await readHinted(used, id)).toHaveLength(3)
    await new Promise((done) => setTimeout(done, 2_500))
    expect(await readTries(used, id)).toMatchObject([{ state: 'unknown' }])
  })

  test('a job that two lost tries are told is bound to one, and no step fails', async () => {
    const first = await loseJob('the same mug')
    const second = await loseJob('the same mug')
    const { app } = first.used
    // Both are told at once, as if both callbacks came before any was looked at.
    await app.db.row(
      `insert into callback_hints (media_id, part, provider, provider_job_id)
       values ($1, 0, 'kie', $3), ($2, 0, 'kie', $3) returning part`,
      [first.id, second.id, first.task],
    )
    await Promise.all([first.id, second.id, first.id, second.id].map((id) => reconcile(app, id, null)))
    const tries = [...(await readTries(first.used, first.id)), ...(await readTries(second.used, second.id))]
    expect(tries.filter(({ job }) => job === first.task)).toHaveLength(1)
    expect(tries.filter(({ state }) => state === 'unknown')).toHaveLength(1)
  })

  test('a callback after the end changes nothing', async () => {
    const { used, user, id, task, url, call, finished, poll } = await loseJob('a mug, done')
    await call('POST', url, signAsKie(task))
    const media = await finished(user, id, 6_000)
    for (let at = 0; at < 3; at++) expect((await call('POST', url, signAsKie(task))).status).toBe(200)
    expect((await call('POST', url, signAsKie('ab'.repeat(16)))).status).toBe(200)
    expect(await poll(user, id)).toEqual(media)
    expect(await readHinted(used, id)).toEqual([])
  })
})

test('of jobs with the same prompt, a lost one is found in the list of fal beside the others', async () => {
  const used = system()
  const user = await used.createUser()
  const submit = async () =>
    (await used.submit(user, { model: MODELS.fal, prompt: 'a mug, as always' })).body.id
  const others = [await submit(), await submit()]
  for (const id of others) await used.finished(user, id)
  await used.fal.fault({ fault: 'lost_reply', on: 'submit' }, { fault: 'missing' })
  await used.fal.set({ listDelayMs: 0 })
  const id = await submit()
  expect((await used.finished(user, id)).status).toBe('completed')
  await used.fal.set({ listDelayMs: 3_600_000 })
  const [task] = await tasksOf(used.fal, id)
  expect(await readTries(used, id)).toEqual([{ part: 0, try: 1, state: 'accepted', job: task }])
})

test('each part of an order at kie has a callback of its own, and lost parts are adopted apart', async () => {
  const used = system()
  const user = await used.createUser()
  await used.kie.fault({ fault: 'lost_reply', on: 'submit', times: 2 })
  const { id } = (await used.submit(user, { model: MODELS.kie, prompt: 'four mugs', n: 4 })).body
  const media = await used.finished(user, id, 25_000)
  expect([media.status, media.outputs.length, media.creditsRefunded]).toEqual(['completed', 4, 0])
  const tasks = await tasksOf(used.kie, id)
  const tries = await readTries(used, id)
  expect(tries.map(({ state }) => state)).toEqual(Array(4).fill('accepted'))
  expect(tries.map(({ job }) => job).toSorted()).toEqual(tasks.toSorted())
})
