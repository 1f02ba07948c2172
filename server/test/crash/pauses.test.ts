import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { App } from '../../src/platform/app/index.ts'
import type { Provider, Route, SubmitResponse } from '../../src/platform/providers/index.ts'
import { reconcile, submitOnce } from '../../src/production/jobs/submit-once.ts'
import { addProvider, readBought, readRouted, routed, routeTo, useRoutes } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

// A provider that has too much to do says when it wants to be asked again. No worker asks it before.

const system = useSystem({ IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }, (app) => {
  app.engine.start = async () => 'pending'
  app.engine.restart = async () => undefined
})
useRoutes(system)

const PAUSE_MS = 3_000

/** A provider that answers as it is told, and takes jobs when it is told nothing. */
function addTold(change: Partial<Provider> = {}) {
  const state: { answer: SubmitResponse | undefined; asked: number } = { answer: undefined, asked: 0 }
  const provider = addProvider(system().app, change)
  const { submit } = provider
  provider.submit = async (request, timeoutMs) => {
    state.asked++
    return state.answer ?? submit(request, timeoutMs)
  }
  return { provider, state, route: routeTo(provider, 'ok') }
}

const later = (retryAfterMs?: number): SubmitResponse => ({
  kind: 'refused',
  class: 'rate',
  message: 'too fast',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

async function submitQueued(routes: Route[], n = 1) {
  const { app, createUser, submit } = system()
  const user = await createUser()
  const { body } = await submit(user, { prompt: routed(routes), n })
  return { app, user, id: body.id }
}

/** It has the same database and providers, and a memory of its own. */
const anotherWorker = (app: App): App => ({ ...app, config: { ...app.config } })

const pauseLeftMs = async (app: App, { name }: Provider): Promise<number> => {
  const row = await app.db.row<{ ms: number }>(
    `select (extract(epoch from until - clock_timestamp()) * 1000)::int as ms from provider_pauses
     where provider = $1`,
    [name],
  )
  return row?.ms ?? 0
}

const routesOf = async (app: App, id: string) =>
  (await readRouted(app, id)).map(({ route, state }) => `${route} ${state}`)

test('no worker sends it another job meanwhile: the next route is used, or the job waits', async () => {
  const [busy, free] = [addTold(), addTold()]
  busy.state.answer = later(PAUSE_MS)
  const [first, second, third] = [
    await submitQueued([busy.route]),
    await submitQueued([busy.route]),
    await submitQueued([busy.route, free.route]),
  ]
  const { app } = first
  expect(await submitOnce(app, first.id, null, false)).toEqual({ kind: 'not_sent', waitMs: PAUSE_MS })
  busy.state.answer = undefined
  for (const worker of [app, anotherWorker(app)]) {
    expect(await submitOnce(worker, second.id, null, true)).toEqual({ kind: 'not_sent', waitMs: 2_000 })
    expect(await reconcile(worker, first.id, null)).toEqual({ kind: 'not_sent', waitMs: 2_000 })
  }
  expect(await submitOnce(anotherWorker(app), third.id, null, true)).toMatchObject({ kind: 'accepted' })
  expect(await routesOf(app, third.id)).toEqual(['1 accepted'])
  expect(busy.state.asked).toBe(1)
  expect(await system().poll(second.user, second.id)).toMatchObject({ status: 'queued', charged: 'charged' })
  await sleep(await pauseLeftMs(app, busy.provider))
  for (const { id } of [first, second])
    expect(await reconcile(app, id, null)).toMatchObject({ kind: 'accepted' })
  expect(await routesOf(app, first.id)).toEqual(['0 refused', '0 accepted'])
  expect(await routesOf(app, second.id)).toEqual(['0 accepted'])
  expect([await readBought(app, first.id), await readBought(app, second.id)]).toEqual([
    [first.id],
    [second.id],
  ])
})

test('a job that another route refused does not go to it either', async () => {
  const [refusing, busy, last] = [addTold(), addTold(), addTold()]
  busy.state.answer = later(60_000)
  const { app, id } = await submitQueued([busy.route])
  await submitOnce(app, id, null, false)
  refusing.state.answer = later()
  const routes = [refusing.route, busy.route, last.route]
  const other = await submitQueued(routes)
  expect(await submitOnce(app, other.id, null, false)).toMatchObject({ kind: 'accepted' })
  expect(await routesOf(app, other.id)).toEqual(['0 refused', '2 accepted'])
  expect(busy.state.asked).toBe(1)
})

test('a part that was refused waits for it, too', async () => {
  const parts = addTold({ filesPerJob: 1 })
  const { submit } = parts.provider
  parts.provider.submit = async (request, timeoutMs) => {
    const answer = await submit(request, timeoutMs)
    return request.reference.endsWith('-1') && parts.state.asked <= 2 ? later(PAUSE_MS) : answer
  }
  const { app, id } = await submitQueued([parts.route], 2)
  parts.state.answer = undefined
  expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'accepted' })
  const { advance } = await import('../../src/production/jobs/advance.ts')
  await advance(app, id, null)
  expect(await routesOf(app, id)).toEqual(['0 accepted', '0 refused'])
  await sleep(await pauseLeftMs(app, parts.provider))
  await advance(app, id, null)
  expect(await routesOf(app, id)).toEqual(['0 accepted', '0 refused', '0 accepted'])
})

test.each<[string, SubmitResponse, (ms: number) => boolean]>([
  ['a 429 that names no time', later(), (ms) => ms === 0],
  ['an hour', later(3_600_000), (ms) => ms > 50_000 && ms <= 60_000],
  [
    'a time that comes with trouble of our account',
    { kind: 'refused', class: 'quota', message: 'empty', retryAfterMs: 30_000 },
    (ms) => ms === 0,
  ],
])('%s pauses it for no longer than a minute, if at all', async (_, answer, isRight) => {
  const told = addTold()
  told.state.answer = answer
  const { app, id } = await submitQueued([told.route])
  await submitOnce(app, id, null, false)
  expect(told.state.asked).toBe(1)
  const ms = await pauseLeftMs(app, told.provider)
  expect([ms, isRight(ms)]).toEqual([ms, true])
})

test('a shorter pause that is told later does not end a longer one', async () => {
  const { recordPause } = await import('../../src/production/routing/index.ts')
  const { app } = system()
  const { provider } = addTold()
  await Promise.all([2_000, 30_000, 1_000, 20_000].map((ms) => recordPause(app, provider, later(ms))))
  expect(await pauseLeftMs(app, provider)).toBeGreaterThan(25_000)
})
