import { expect, test } from 'vitest'
import type { Provider, SubmitResponse } from '../../src/platform/providers/index.ts'
import { submitOnce } from '../../src/production/jobs/submit-once.ts'
import { addProvider, readRouted, routed, routeTo, useRoutes } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

// Jobs that are sent elsewhere, also those of test keys, take no place and no probe of a provider.

const system = useSystem({ IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }, (app) => {
  app.engine.start = async () => 'pending'
  app.engine.restart = async () => undefined
})
useRoutes(system)

const OTHERS = 8
const shut: SubmitResponse = { kind: 'refused', class: 'quota', message: 'empty' }

async function submitTo(provider?: Provider): Promise<string> {
  const { createUser, submit } = system()
  const order = provider ? { prompt: routed([routeTo(provider, 'ok')]) } : { model: 'simulator/ok' }
  return (await submit(await createUser(), order)).body.id
}

/** One step of each, begun in this order. */
const sendAll = (ids: string[]) =>
  Promise.all(ids.map((id) => submitOnce(system().app, id, null, false).then(({ kind }) => kind)))

/** Jobs for another provider, and for the simulator as test keys have them. */
async function submitOthers(): Promise<string[]> {
  const other = addProvider(system().app)
  return Promise.all(Array.from({ length: OTHERS }, (_, i) => submitTo(i % 2 === 0 ? other : undefined)))
}

test('the only place is left to the job that names the provider', async () => {
  const limited = addProvider(system().app, { runningMax: 1 })
  const ids = [...(await submitOthers()), await submitTo(limited)]
  expect(await sendAll(ids)).toEqual(ids.map(() => 'accepted'))
})

test('the only probe is left to the job that names the provider', async () => {
  const { app } = system()
  const probed = addProvider(app)
  const { submit } = probed
  probed.submit = async () => shut
  expect(await sendAll([await submitTo(probed)])).toEqual(['over'])
  probed.submit = submit
  const others = await submitOthers()
  const id = await submitTo(probed)
  await new Promise((done) => setTimeout(done, 2_100))
  expect(await sendAll([...others, id])).toEqual([...others, id].map(() => 'accepted'))
  expect(await readRouted(app, id)).toMatchObject([{ provider: probed.name, state: 'accepted' }])
})
