import { expect, test } from 'vitest'
import { type Provider, type SubmitResponse, usualTimes } from '../../src/platform/providers/index.ts'
import { reconcile, submitOnce } from '../../src/production/jobs/submit-once.ts'
import { addProvider, readBought, readRouted, routed, routeTo, useRoutes } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

// A job that is bought shortly before its window closes is paid, and comes too late.

const system = useSystem({ IMAGE_STALL_SECONDS: '900', TICK_SECONDS: '3600' }, (app) => {
  app.engine.start = async () => 'pending'
  app.engine.restart = async () => undefined
})
useRoutes(system)

const held: Partial<Provider> = { lostTries: 'close', times: { ...usualTimes, submitTimeoutMs: 180_000 } }
const busy: SubmitResponse = { kind: 'refused', class: 'provider_transient', message: 'busy' }

async function submitTo(providers: Provider[]) {
  const { app, createUser, submit } = system()
  const user = await createUser()
  const routes = providers.map((one) => routeTo(one, 'ok'))
  const { id } = (await submit(user, { prompt: routed(routes) })).body
  /** As if most of its window had passed. */
  const leave = async (seconds: number) => {
    await app.db.row('alter table media disable trigger media_guard')
    await app.db.row(
      `update media set deadline_at = clock_timestamp() + $2 * interval '1 s',
         created_at = clock_timestamp() + ($2 - 900) * interval '1 s' where id = $1`,
      [id, seconds],
    )
    await app.db.row('alter table media enable trigger media_guard')
  }
  return { app, id, leave }
}

const routesOf = async (id: string) =>
  (await readRouted(system().app, id)).map(({ route, state }) => `${route} ${state}`)

test('with seconds left, a job is not sent; it is with more', async () => {
  const { app, id, leave } = await submitTo([addProvider(system().app)])
  await leave(8)
  expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'not_sent' })
  expect(await routesOf(id)).toEqual([])
  await leave(20)
  expect(await reconcile(app, id, null)).toMatchObject({ kind: 'accepted' })
  expect(await readBought(app, id)).toHaveLength(1)
})

test('a provider that could hold the submit beyond the window is passed', async () => {
  const { app } = system()
  const { id, leave } = await submitTo([addProvider(app, held), addProvider(app)])
  await leave(120)
  expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'accepted' })
  expect(await routesOf(id)).toEqual(['1 accepted'])
})

test('it is passed after a refusal, too', async () => {
  const { app } = system()
  const refusing = addProvider(app, { submit: async () => busy })
  const { id, leave } = await submitTo([refusing, addProvider(app, held), addProvider(app)])
  await leave(120)
  expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'accepted' })
  expect(await routesOf(id)).toEqual(['0 refused', '2 accepted'])
})

test('what was lost on its way is not sent again with seconds left', async () => {
  const { app, id, leave } = await submitTo([addProvider(system().app)])
  await app.db.row(`update media set route = 0 where id = $1`, [id])
  await app.db.row(
    `insert into provider_submits (media_id, try, provider, offer, state, started_at)
     select id, 1, provider, 'simulator/ok', 'intent', clock_timestamp() - interval '1 minute'
     from media where id = $1`,
    [id],
  )
  await leave(8)
  expect(await reconcile(app, id, null)).toMatchObject({ kind: 'not_sent' })
  expect(await routesOf(id)).toEqual(['0 intent'])
  await leave(20)
  expect(await reconcile(app, id, null)).toMatchObject({ kind: 'accepted' })
  expect(await routesOf(id)).toEqual(['0 abandoned', '0 accepted'])
})

/** A job with a window of 8 s, of which nothing has passed. */
async function submitShort(provider: Provider) {
  const { app, id } = await submitTo([provider])
  await app.db.row('alter table media disable trigger media_guard')
  await app.db.row(
    `update media set created_at = clock_timestamp(), deadline_at = clock_timestamp() + interval '8 s'
     where id = $1`,
    [id],
  )
  await app.db.row('alter table media enable trigger media_guard')
  return { app, id }
}

test('of a short window, half is enough', async () => {
  const { app, id } = await submitShort(addProvider(system().app))
  expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'accepted' })
})

test('the first check comes before the window closes, also after a slow submit', async () => {
  const provider = addProvider(system().app)
  const { submit } = provider
  provider.submit = async (request, timeoutMs) => {
    await new Promise((done) => setTimeout(done, 3_000))
    return submit(request, timeoutMs)
  }
  const { app, id } = await submitShort(provider)
  const sent = await submitOnce(app, id, null, false)
  expect(sent.kind).toBe('accepted')
  // 8 s without the 3 s, and one more before the end.
  if (sent.kind === 'accepted') expect(sent.waitMs).toBeLessThanOrEqual(4_000)
})
