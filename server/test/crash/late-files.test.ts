import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JobState, type Provider, usualTimes } from '../../src/platform/providers/index.ts'
import { advance } from '../../src/production/jobs/advance.ts'
import { submitOnce } from '../../src/production/jobs/submit-once.ts'
import { drawPng } from '../routes/make-album.ts'
import { addProvider, routed, routeTo, useRoutes } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

// A provider says that a job is done, and its file is not there yet, or not whole. It was paid.

const system = useSystem({ IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }, (app) => {
  app.engine.start = async () => 'pending'
  app.engine.restart = async () => undefined
})
useRoutes(system)

const picture = drawPng()
const half = picture.subarray(0, picture.length / 2)

/** `/404/1500/x.png` answers 404 for 1.5 s after the first request, then the picture. `half`: half of it. */
const firstAt = new Map<string, number>()
const server = createServer(({ url = '' }, response) => {
  const [, early = '', ms] = url.split('/')
  const at = firstAt.get(url) ?? performance.now()
  firstAt.set(url, at)
  if (performance.now() - at >= Number(ms)) response.end(picture)
  else if (early === 'half') response.end(half)
  else response.writeHead(Number(early)).end()
})
const originOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const at = (path: string) => ({ kind: 'url' as const, url: `${originOf()}/${path}` })
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

/** A job that is done at once; the paths are those of its files. */
async function buy(n: number, paths: string[], change: Partial<Provider> = {}) {
  const { app, createUser, submit } = system()
  const provider = addProvider(app, {
    ownOrigin: originOf(),
    times: { ...usualTimes, fileDelayMs: 4_000 },
    check: async () => ({ kind: 'done', files: paths.map(at) }),
    ...change,
  })
  const user = await createUser()
  const { id } = (await submit(user, { prompt: routed([routeTo(provider, 'ok')]), n })).body
  await submitOnce(app, id, null, false)
  const toEnd = () =>
    expect
      .poll(async () => (await advance(app, id, null)).kind, { timeout: 15_000, interval: 500 })
      .toBe('over')
  return { app, user, id, toEnd }
}

test.each(['403', '404', '410', 'half'])(
  'a file that is %s at first is taken when it is there',
  async (early) => {
    const { app, user, id, toEnd } = await buy(1, [`${early}/1500/a.png`])
    expect(await advance(app, id, null)).toMatchObject({ kind: 'pending' })
    await toEnd()
    expect(await system().poll(user, id)).toMatchObject({ status: 'completed', charged: 'charged' })
  },
)

test('a file that never appears fails its job a little later', async () => {
  const { app, user, id, toEnd } = await buy(1, ['404/3600000/b.png'])
  const startedAt = performance.now()
  await toEnd()
  expect(performance.now() - startedAt).toBeGreaterThan(3_500)
  expect(await system().poll(user, id)).toMatchObject({ status: 'failed', errorCode: 'storage_failed' })
  const classes = await app.db.rows(`select error_class from provider_submits where media_id = $1`, [id])
  expect(classes).toEqual([{ error_class: 'expired' }])
})

test('of several files, those that are there are delivered', async () => {
  const { user, id, toEnd } = await buy(2, ['200/0/c.png', 'half/3600000/d.png'])
  await toEnd()
  const media = await system().poll(user, id)
  expect([media.status, media.outputs.length, media.creditsRefunded]).toEqual(['completed', 1, 400])
})

test('a part that cannot be read again does not cost the files of the others', async () => {
  const pending: JobState = { kind: 'pending', progress: null }
  const told = new Map<string, JobState>()
  const check: Provider['check'] = async ({ jobId }) => told.get(jobId) ?? pending
  const { app, user, id } = await buy(2, [], { filesPerJob: 1, check })
  const jobs = await app.db.rows<{ job: string }>(
    `select provider_job_id as job from provider_submits where media_id = $1 order by part`,
    [id],
  )
  const [first = '', second = ''] = jobs.map(({ job }) => job)
  told.set(first, { kind: 'done', files: [at('200/0/e.png')] })
  expect(await advance(app, id, null)).toMatchObject({ kind: 'pending' })
  // The first one has ended, and is asked for once more now, for its files.
  told.set(first, { kind: 'unreachable' })
  told.set(second, { kind: 'done', files: [at('200/0/f.png')] })
  for (let round = 0; round < 2; round++)
    expect(await advance(app, id, null)).toMatchObject({ kind: 'pending' })
  await app.db.row(`update media set result_seen_at = result_seen_at - interval '301 s' where id = $1`, [id])
  expect(await advance(app, id, null)).toEqual({ kind: 'over' })
  const media = await system().poll(user, id)
  expect([media.status, media.outputs.length, media.creditsRefunded]).toEqual(['completed', 1, 400])
})
