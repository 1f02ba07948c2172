import { expect, test } from 'vitest'
import { openProviders } from '#adapters/setup'
import type { App } from '#platform/app'
import { useSystem } from '../use-system.ts'

const system = useSystem()

/** What live keys are offered with other settings. */
const offerWith = (change: Partial<App['config']['providers']>) => {
  const { config } = system().app
  return openProviders({ ...config, providers: { ...config.providers, ...change } }).offers.live
}

test('a replay without a model is the same request after the default model has changed', async () => {
  const { app, createUser, submit } = system()
  const user = await createUser()
  const first = await submit(user, { clientRef: 'one' })
  const { offers } = app.providers
  const { live } = offers
  offers.live = offerWith({ names: ['fal'] })
  expect(offers.live.models[0]?.id).not.toBe(live.models[0]?.id)
  const again = await submit(user, { clientRef: 'one' })
  offers.live = live
  expect([again.status, again.body.id]).toEqual([201, first.body.id])
  expect((await submit(user, { clientRef: 'one', model: 'simulator/slow' })).status).toBe(409)
})

test('a replay is answered after its model, or every model, was removed', async () => {
  const { app, createUser, submit, entries } = system()
  const user = await createUser()
  const named = await submit(user, { clientRef: 'named', model: 'simulator/ok' })
  const unnamed = await submit(user, { clientRef: 'unnamed' })
  const { offers } = app.providers
  const { live } = offers
  offers.live = offerWith({ isProduction: true, names: ['fal'] })
  const again = await submit(user, { clientRef: 'named', model: 'simulator/ok' })
  const fresh = await submit(user, { clientRef: 'fresh', model: 'simulator/ok' })
  offers.live = offerWith({ isProduction: true })
  const unnamedAgain = await submit(user, { clientRef: 'unnamed' })
  const refused = await submit(user, { clientRef: 'fresh' })
  offers.live = live
  expect([again.status, again.body.id]).toEqual([201, named.body.id])
  expect([fresh.status, fresh.body.field]).toEqual([400, 'model'])
  expect([unnamedAgain.status, unnamedAgain.body.id]).toEqual([201, unnamed.body.id])
  expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable'])
  expect(refused.body.error).toContain('No image model is offered')
  expect(await entries(user)).toHaveLength(3)
})

test('what no offer of a model serves is refused uncharged, with its field and other models', async () => {
  const { app, call, createUser, submit, entries } = system()
  const user = await createUser()
  const { offers } = app.providers
  const { live } = offers
  offers.live = offerWith({ isProduction: true, names: ['fal', 'kie'] })
  const maskUrl = 'https://pictures.example/mask.png'
  const order = { model: 'gpt-image-2.5-flare', imageUrls: ['https://pictures.example/a.png'], maskUrl }
  const refused = await submit(user, order)
  const quoted = await call('POST', '/api/gen/quote', {
    key: user.apiKey,
    body: { kind: 'image', prompt: 'a mug', ...order },
  })
  offers.live = live
  for (const { status, body } of [refused, quoted]) {
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'maskUrl'])
    expect(body.error).toBe(
      'The model gpt-image-2.5-flare takes no mask. Models that can serve this: gpt-image-2.',
    )
  }
  expect(await entries(user)).toHaveLength(1)
})

test('a media has the routes of its order and names the first', async () => {
  const { app, createUser, submit, finished } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model: 'simulator/one-by-one', n: 2 })).body
  expect(await finished(user, id)).toMatchObject({ status: 'completed', model: 'simulator/one-by-one' })
  const route = { provider: 'simulator-parts', model: 'simulator/one-by-one', offer: 'simulator/one-by-one' }
  expect(await app.db.row(`select provider, model, routes from media where id = $1`, [id])).toEqual({
    provider: route.provider,
    model: route.model,
    routes: [route],
  })
})
