import { expect, test } from 'vitest'
import { type Provider, usualTimes } from '../../src/platform/providers/index.ts'
import { reconcile, submitOnce } from '../../src/production/jobs/submit-once.ts'
import { addProvider, routed, routeTo, useRoutes } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

// A worker that dies between the intent and the answer leaves a purchase that nobody has heard of. Its price
// must be in the books, however its job ends: the bill of the provider has nothing else to be compared with.

const system = useSystem({ IMAGE_STALL_SECONDS: '5', TICK_SECONDS: '3600' }, (app) => {
  app.engine.start = async () => 'pending'
  app.engine.restart = async () => undefined
})
useRoutes(system)

const priced: Partial<Provider> = {
  expectedCostMicros: ({ n, prompt, references }) => n * 1_000 + references.length * 10 + (prompt ? 1 : 0),
}

/** A worker wrote its tries and died: before the POST or after it, that is the same here. */
async function dieInSubmit(change: Partial<Provider>, n = 1) {
  const { app, createUser, submit } = system()
  const provider = addProvider(app, { ...priced, ...change })
  const user = await createUser()
  const { body } = await submit(user, { prompt: routed([routeTo(provider, 'ok')]), n })
  await app.db.row(`update media set route = 0 where id = $1`, [body.id])
  for (let part = 0; part < Math.ceil(n / provider.filesPerJob); part++)
    await app.db.row(
      `insert into provider_submits (media_id, part, try, provider, offer, state, started_at)
       values ($1, $2::int, $2::int + 1, $3, 'simulator/ok', 'intent', clock_timestamp())`,
      [body.id, part, provider.name],
    )
  return { app, user, id: body.id }
}

const age = ({ app, id }: Dead, seconds: number) =>
  app.db.row(
    `update provider_submits set started_at = started_at - $2 * interval '1 s' where media_id = $1`,
    [id, seconds],
  )

const windowCloses = ({ app, id }: Dead) =>
  app.db.row(
    `select pg_sleep(greatest(0, extract(epoch from deadline_at - clock_timestamp()) + 0.05))
     from media where id = $1`,
    [id],
  )
type Dead = Awaited<ReturnType<typeof dieInSubmit>>

const readCosts = async ({ app, id }: Dead) => {
  const rows = await app.db.rows<{ state: string; cost: number | null }>(
    `select state, expected_cost_micros::int as cost from provider_submits where media_id = $1 order by try`,
    [id],
  )
  return rows.map(({ state, cost }) => `${state} ${cost}`)
}

test.each(['close', 'wait'] as const)('is noted where lost tries %s', async (lostTries) => {
  const dead = await dieInSubmit({ lostTries })
  await age(dead, 20)
  await reconcile(dead.app, dead.id, null)
  expect(await readCosts(dead)).toEqual([lostTries === 'close' ? 'unknown 1001' : 'intent 1001'])
  await windowCloses(dead)
  expect(await reconcile(dead.app, dead.id, null)).toEqual({ kind: 'over' })
  expect(await system().poll(dead.user, dead.id)).toMatchObject({
    status: lostTries === 'close' ? 'failed' : 'stalled',
    charged: 'refunded',
  })
  expect(await readCosts(dead)).toEqual([lostTries === 'close' ? 'unknown 1001' : 'intent 1001'])
})

test('is noted for each part, and when the window closes before anybody looked', async () => {
  const dead = await dieInSubmit({ lostTries: 'wait', filesPerJob: 1 }, 2)
  await age(dead, 20)
  await windowCloses(dead)
  expect(await submitOnce(dead.app, dead.id, null, false)).toEqual({ kind: 'over' })
  expect(await readCosts(dead)).toEqual(['intent 1001', 'intent 1001'])
})

test('is noted where the answer may still come while the window closes', async () => {
  const times = { ...usualTimes, submitTimeoutMs: 180_000 }
  const dead = await dieInSubmit({ lostTries: 'close', times })
  await windowCloses(dead)
  expect(await reconcile(dead.app, dead.id, null)).toEqual({ kind: 'over' })
  expect(await readCosts(dead)).toEqual(['intent 1001'])
})

test('is noted where the provider that would be asked does not answer, and stays when it does', async () => {
  let isDown = true
  const simulated = system().app.providers.findByName('simulator') as Provider
  const find: Provider['find'] = async (...args) =>
    isDown ? { kind: 'unreachable' } : (simulated.find?.(...args) ?? { kind: 'unreachable' })
  const dead = await dieInSubmit({ lostTries: 'find', find })
  await age(dead, 20)
  await reconcile(dead.app, dead.id, null)
  expect(await readCosts(dead)).toEqual(['intent 1001'])
  isDown = false
  expect(await reconcile(dead.app, dead.id, null)).toMatchObject({ kind: 'accepted' })
  // The provider did not have it: what was given up cost nothing, and the new try has its own price.
  expect(await readCosts(dead)).toEqual(['abandoned 1001', 'accepted 1001'])
})
