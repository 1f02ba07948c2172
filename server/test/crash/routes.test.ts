import { describe, expect, test } from 'vitest'
import type { App } from '../../src/platform/app/index.ts'
import type { Provider, Route, SubmitResponse } from '../../src/platform/providers/index.ts'
import { reconcile, submitOnce } from '../../src/production/jobs/submit-once.ts'
import { addProvider, readBought, readRouted, routed, routeTo, useRoutes } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

const oneByOne: Partial<Provider> = { filesPerJob: 1 }

/** A machine that is busy for a while must not change what becomes of a job. */
const PATIENT_MS = 60_000

describe('a job with several routes', () => {
  const system = useSystem({ IMAGE_STALL_SECONDS: '120', SUBMIT_WAIT_SECONDS: String(PATIENT_MS / 1_000) })
  useRoutes(system)

  const submit = async (routes: Route[], n = 1) => {
    const { app, createUser, submit: send } = system()
    const user = await createUser()
    const { status, body } = await send(user, { prompt: routed(routes), n, clientRef: 'r' })
    return { app, user, status, body, id: body.id }
  }

  test('that the first provider refuses is a plain 201, and names the model of the second', async () => {
    const [first, second] = [addProvider(system().app), addProvider(system().app)]
    const routes = [routeTo(first, 'refuse'), routeTo(second, 'ok', 'another/model')]
    const { app, user, id, status } = await submit(routes)
    expect(status).toBe(201)
    expect(await readRouted(app, id)).toEqual([
      { try: 1, part: 0, route: 0, provider: first.name, state: 'refused' },
      { try: 2, part: 0, route: 1, provider: second.name, state: 'accepted' },
    ])
    const offers = await app.db.rows(`select offer from provider_submits where media_id = $1 order by try`, [
      id,
    ])
    expect(offers).toEqual([{ offer: 'simulator/refuse' }, { offer: 'simulator/ok' }])
    expect(await system().finished(user, id)).toMatchObject({ status: 'completed', model: 'another/model' })
    expect(await system().entries(user, id)).toHaveLength(1)
    expect(await readBought(app, id)).toHaveLength(1)
  })

  test.each(['bad-key', 'refuse'])(
    'is refused when %s is said everywhere, and refunded',
    async (scenario) => {
      const { app } = system()
      const times = { ...addProvider(app).times, submitTimeoutMs: PATIENT_MS }
      const routes = [1, 2, 3].map(() => routeTo(addProvider(app, { times }), scenario))
      const { id, user, status, body } = await submit(routes)
      expect([status, body.code]).toEqual([503, 'provider_unavailable'])
      expect((await readRouted(app, id)).map(({ route, state }) => [route, state])).toEqual([
        [0, 'refused'],
        [1, 'refused'],
        [2, 'refused'],
      ])
      expect(await system().poll(user, id)).toMatchObject({ status: 'failed', charged: 'refunded' })
      // Its clientRef is free again.
      const again = await system().submit(user, { clientRef: 'r' })
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
    },
    2 * PATIENT_MS,
  )

  test('whose content is rejected is not carried to the next provider', async () => {
    const { app } = system()
    const routes = [routeTo(addProvider(app), 'rejected'), routeTo(addProvider(app), 'ok')]
    const { id, status, body } = await submit(routes)
    expect([status, body.code]).toEqual([503, 'provider_rejected'])
    expect((await readRouted(app, id)).map(({ route }) => route)).toEqual([0])
  })

  test.each(['lost-reply', 'fail'])('stays with the first after %s', async (scenario) => {
    const { app } = system()
    const routes = [routeTo(addProvider(app), scenario), routeTo(addProvider(app), 'ok')]
    const { id, user, status } = await submit(routes)
    expect(status).toBe(201)
    await system().finished(user, id)
    expect((await readRouted(app, id)).map(({ route, state }) => [route, state])).toEqual([[0, 'accepted']])
    expect(await readBought(app, id)).toHaveLength(1)
  })

  test('goes from a provider that makes one file to one that makes all, and back', async () => {
    const { app } = system()
    const [parts, whole] = [addProvider(app, oneByOne), addProvider(app)]
    for (const routes of [
      [routeTo(parts, 'refuse'), routeTo(whole, 'ok')],
      [routeTo(whole, 'refuse'), routeTo(parts, 'ok')],
    ]) {
      const { id, user, status } = await submit(routes, 2)
      expect(status).toBe(201)
      const media = await system().finished(user, id)
      expect([media.status, media.outputs.length, media.creditsRefunded]).toEqual(['completed', 2, 0])
      const isWhole = routes[1]?.provider === whole.name
      expect((await readRouted(app, id)).map((one) => [one.try, one.part, one.route, one.state])).toEqual(
        isWhole
          ? [
              [1, 0, 0, 'refused'],
              [2, 1, 0, 'refused'],
              [3, 0, 1, 'accepted'],
            ]
          : [
              [1, 0, 0, 'refused'],
              [2, 0, 1, 'accepted'],
              [3, 1, 1, 'accepted'],
            ],
      )
      expect(await readBought(app, id)).toHaveLength(isWhole ? 1 : 2)
    }
  })

  test('of which one part was accepted stays there with the other', async () => {
    const { app } = system()
    const routes = [routeTo(addProvider(app, oneByOne), 'one-refused'), routeTo(addProvider(app), 'ok')]
    const { id, user } = await submit(routes, 2)
    expect((await system().finished(user, id)).outputs).toHaveLength(2)
    expect((await readRouted(app, id)).map(({ route, state }) => [route, state])).toEqual([
      [0, 'accepted'],
      [0, 'refused'],
      [0, 'accepted'],
    ])
  })
})

describe('a job with a short window', () => {
  const system = useSystem({ IMAGE_STALL_SECONDS: '5' })
  useRoutes(system)

  test('whose only provider is not in the settings waits, and is refunded at its end', async () => {
    const { createUser, submit, finished, app } = system()
    const user = await createUser()
    const prompt = routed([{ provider: 'gone', model: 'm', offer: 'o' }])
    const { status, body } = await submit(user, { prompt })
    expect(status).toBe(201)
    expect(await finished(user, body.id)).toMatchObject({ status: 'stalled', charged: 'refunded' })
    expect(await readRouted(app, body.id)).toEqual([])
  })
})

describe('without an engine', () => {
  const system = useSystem({ IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }, (app) => {
    app.engine.start = async () => 'pending'
    app.engine.restart = async () => undefined
  })
  useRoutes(system)

  const submitQueued = async (routes: Route[], n = 1) => {
    const { app, createUser, submit } = system()
    const user = await createUser()
    const { body } = await submit(user, { prompt: routed(routes), n })
    return { app, user, id: body.id }
  }

  /** A provider that refuses as long as it is told to. */
  const addRefusing = (answer: SubmitResponse, change: Partial<Provider> = {}) => {
    const state = { isRefusing: true, asked: 0 }
    const provider = addProvider(system().app, change)
    const { submit } = provider
    provider.submit = async (request, timeoutMs) => {
      state.asked++
      return state.isRefusing ? answer : submit(request, timeoutMs)
    }
    return { provider, state }
  }

  const busy: SubmitResponse = { kind: 'refused', class: 'provider_transient', message: 'busy' }

  /** Another worker: it has the same database and providers, and a memory of its own. */
  const anotherWorker = (app: App): App => ({ ...app, config: { ...app.config } })

  const routesOf = async (app: App, id: string) =>
    (await readRouted(app, id)).map(({ route, state }) => `${route} ${state}`)

  test('after the last route comes the first again, without those that refused it for good', async () => {
    const [first, second] = [addRefusing(busy), addRefusing(busy)]
    const account = addRefusing({ kind: 'refused', class: 'quota', message: 'empty' })
    const all = [first, account, second].map(({ provider }) => routeTo(provider, 'ok'))
    const { app, id } = await submitQueued(all)
    expect(await submitOnce(app, id, null, false)).toEqual({ kind: 'not_sent', waitMs: 2_000 })
    expect(await routesOf(app, id)).toEqual(['0 refused', '1 refused', '2 refused'])
    second.state.isRefusing = false
    expect(await reconcile(app, id, null)).toMatchObject({ kind: 'accepted' })
    expect((await routesOf(app, id)).slice(3)).toEqual(['0 refused', '2 accepted'])
    expect([first.state.asked, account.state.asked, second.state.asked]).toEqual([2, 1, 2])
    expect(await readBought(app, id)).toHaveLength(1)
  })

  test('a worker that dies after the refusal is followed by one that asks the next provider', async () => {
    const [first, second] = [addRefusing(busy), addProvider(system().app)]
    const { app, id } = await submitQueued([routeTo(first.provider, 'ok'), routeTo(second, 'ok')])
    await app.db.row(`update media set route = 0 where id = $1`, [id])
    await app.db.row(
      `insert into provider_submits (media_id, try, provider, state, error_class, started_at)
       values ($1, 1, $2, 'refused', 'provider_transient', clock_timestamp())`,
      [id, first.provider.name],
    )
    await Promise.all(Array.from({ length: 20 }, () => reconcile(app, id, null)))
    expect(await routesOf(app, id)).toEqual(['0 refused', '1 accepted'])
    expect([first.state.asked, await readBought(app, id)]).toEqual([0, [id]])
  })

  test('a worker that dies before it wrote the refusal: the same provider is asked once more', async () => {
    const [first, second] = [addProvider(system().app), addProvider(system().app)]
    const { app, id } = await submitQueued([routeTo(first, 'ok'), routeTo(second, 'ok')])
    await app.db.row(`update media set route = 0 where id = $1`, [id])
    await app.db.row(
      `insert into provider_submits (media_id, try, provider, offer, state, started_at)
       values ($1, 1, $2, 'simulator/ok', 'intent', clock_timestamp() - interval '1 minute')`,
      [id, first.name],
    )
    expect(await reconcile(app, id, null)).toMatchObject({ kind: 'accepted' })
    expect(await routesOf(app, id)).toEqual(['0 abandoned', '0 accepted'])
    expect(await readBought(app, id)).toEqual([id])
  })

  test('two workers that know of different providers claim one route, first and next', async () => {
    const { app } = system()
    const shut: SubmitResponse = { kind: 'refused', class: 'auth', message: 'no' }
    const other = anotherWorker(app)
    for (let round = 0; round < 15; round++) {
      const [first, whole] = [addRefusing(busy), addProvider(app)]
      const parts = addProvider(app, oneByOne)
      const next = [routeTo(whole, 'ok'), routeTo(parts, 'ok')]
      // The other worker has seen that the provider of the first of both takes no jobs.
      const { recordOutcome } = await import('../../src/production/routing/index.ts')
      recordOutcome(other, whole, shut)
      const fresh = await submitQueued(next, 2)
      await Promise.all([app, other].map((one) => submitOnce(one, fresh.id, null, false)))
      const refused = await submitQueued([routeTo(first.provider, 'ok'), ...next], 2)
      await app.db.row(`update media set route = 0 where id = $1`, [refused.id])
      await app.db.row(
        `insert into provider_submits (media_id, try, provider, state, error_class, started_at)
         values ($1, 1, $2, 'refused', 'quota', clock_timestamp())`,
        [refused.id, first.provider.name],
      )
      await Promise.all([app, other, app, other].map((one) => reconcile(one, refused.id, null)))
      for (const { id } of [fresh, refused]) {
        const live = (await readRouted(app, id)).filter(({ state }) => state !== 'refused')
        expect(new Set(live.map(({ provider }) => provider)).size).toBe(1)
        const isWhole = live[0]?.provider === whole.name
        expect((await readBought(app, id)).toSorted()).toEqual(isWhole ? [id] : [`${id}-0`, `${id}-1`])
        const media = await app.db.row(`select provider from media where id = $1`, [id])
        expect(media).toEqual({ provider: live[0]?.provider })
      }
    }
  }, 60_000)

  test('a breaker that is open sends the job elsewhere, or lets it wait', async () => {
    const shut = addRefusing({ kind: 'refused', class: 'auth', message: 'no' })
    const second = addProvider(system().app)
    const route = routeTo(shut.provider, 'ok')
    const alone = await submitQueued([route])
    const { app } = alone
    expect(await submitOnce(app, alone.id, null, false)).toEqual({ kind: 'over' })
    const both = await submitQueued([route, routeTo(second, 'ok')])
    expect(await submitOnce(app, both.id, null, false)).toMatchObject({ kind: 'accepted' })
    expect(await routesOf(app, both.id)).toEqual(['1 accepted'])
    const waiting = await submitQueued([route])
    expect(await submitOnce(app, waiting.id, null, true)).toEqual({ kind: 'not_sent', waitMs: 2_000 })
    expect(await system().poll(waiting.user, waiting.id)).toMatchObject({
      status: 'queued',
      charged: 'charged',
    })
    expect(shut.state.asked).toBe(1)
    shut.state.isRefusing = false
    const kind = async () => (await reconcile(app, waiting.id, null)).kind
    await expect.poll(kind, { timeout: 5_000 }).toBe('accepted')
    expect(shut.state.asked).toBe(2)
    const usual = await submitQueued([route])
    expect(await submitOnce(app, usual.id, null, false)).toMatchObject({ kind: 'accepted' })
  })

  test('one probe is sent at a time', async () => {
    const shut = addRefusing({ kind: 'refused', class: 'quota', message: 'empty' })
    const jobs = await Promise.all([1, 2, 3, 4].map(() => submitQueued([routeTo(shut.provider, 'ok')])))
    const { app } = system()
    const [first, ...waiting] = jobs.map(({ id }) => id)
    expect(await submitOnce(app, first as string, null, false)).toEqual({ kind: 'over' })
    await new Promise((done) => setTimeout(done, 2_100))
    await Promise.all(waiting.map((id) => submitOnce(app, id, null, false)))
    expect(shut.state.asked).toBe(2)
  })

  test('a limit of running jobs sends the job elsewhere, or lets it wait', async () => {
    const { app } = system()
    const [limited, second] = [addProvider(app, { runningMax: 2 }), addProvider(app)]
    const route = routeTo(limited, 'hang')
    const jobs = await Promise.all([1, 2, 3, 4, 5].map(() => submitQueued([route])))
    const sent = await Promise.all(jobs.map(({ id }) => submitOnce(app, id, null, false)))
    expect(sent.filter(({ kind }) => kind === 'accepted')).toHaveLength(2)
    expect(sent.filter(({ kind }) => kind === 'not_sent')).toHaveLength(3)
    const both = await submitQueued([route, routeTo(second, 'ok')])
    expect(await submitOnce(app, both.id, null, false)).toMatchObject({ kind: 'accepted' })
    expect(await routesOf(app, both.id)).toEqual(['1 accepted'])
    // A worker that has just started reads what runs.
    const waits = jobs.filter((_, i) => sent[i]?.kind === 'not_sent').map(({ id }) => id)
    const kinds = await Promise.all(waits.map((id) => reconcile(anotherWorker(app), id, null)))
    expect(kinds.map(({ kind }) => kind)).toEqual(['not_sent', 'not_sent', 'not_sent'])
  })
})
