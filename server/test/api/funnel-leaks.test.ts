import { HistoryPage, PatternPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { makeProduct } from '../routes/make-album.ts'
import { rowOf, sendRows } from '../routes/send-rows.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

async function read({ apiKey }: TestUser, path: string) {
  const { status, body } = await system().call('GET', `/api/agent/knowledge/${path}`, { key: apiKey })
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

const usual = { threeSecondPlays: 3_000, thruPlays: 1_000, outboundClicks: 250, landingPageViews: 200 }

const rowsOf = (platformAdId: string, campaignName: string, counts: object) =>
  [5, 6, 7].map((back) =>
    rowOf(back, {
      platformAdId,
      campaignName,
      impressions: 10_000,
      clicks: 300,
      spend: 100,
      conversions: 4,
      revenue: 200,
      ...usual,
      ...counts,
    }),
  )

/** Three times the plays of a usual ad, and a page that a third of the visitors reaches. */
const badPage = { threeSecondPlays: 6_000, thruPlays: 2_100, landingPageViews: 70 }
const badHook = { threeSecondPlays: 900, thruPlays: 320, landingPageViews: 215 }

test('an ad with a good hook and a bad page is told from one with a bad hook', async () => {
  const user = await system().createUser()
  const product = await makeProduct(system(), user)
  const usualAds = Array.from({ length: 6 }, (_, i) => rowsOf(`usual ${i}`, `campaign ${i % 2}`, {})).flat()
  const rows = [...usualAds, ...rowsOf('page', 'one', badPage), ...rowsOf('hook', 'two', badHook)]
  await sendRows(system(), user, { productId: product.id }, rows)
  const { history } = HistoryPage.strict().parse(await read(user, 'history'))
  const funnelOf = (id: string) => history.find(({ platformAdId }) => platformAdId === id)?.funnel
  expect(funnelOf('usual 1')?.leak).toBeNull()
  expect(funnelOf('page')?.leak).toMatchObject({ step: 'landing', usual: 0.7425 })
  expect(funnelOf('page')?.leak?.chance).toBeLessThan(0.001)
  expect(funnelOf('page')?.steps[0]).toMatchObject({ step: 'hook', rate: 0.6, usual: 0.31125 })
  expect(funnelOf('page')?.steps[0]?.lift).toBeCloseTo(1.93, 2)
  expect(funnelOf('hook')?.leak).toMatchObject({ step: 'hook', usual: 0.31125 })
  expect(funnelOf('hook')?.steps.find(({ step }) => step === 'landing')?.lift).toBeGreaterThan(1)
})

test('a pattern says where its ads leak, and one bad ad among good ones does not make it', async () => {
  const user = await system().createUser()
  const product = await makeProduct(system(), user)
  const createCep = async (cepText: string): Promise<string> => {
    const body = { productId: product.id, cepText }
    return (await system().call('POST', '/api/agent/ceps', { key: user.apiKey, body })).body.cep.id
  }
  const [leaking, sound] = [await createCep('cold tea'), await createCep('a gift for a friend')]
  const adsOf = (name: string, counts: object[]) =>
    counts.flatMap((one, i) => rowsOf(`${name} ${i}`, `campaign ${i % 2}`, one))
  const about = { productId: product.id }
  await sendRows(system(), user, about, adsOf('other', Array(8).fill({})))
  await sendRows(system(), user, { ...about, cepId: leaking }, adsOf('leaking', Array(3).fill(badPage)))
  await sendRows(system(), user, { ...about, cepId: sound }, adsOf('sound', [{}, {}, {}, {}, badPage]))
  const { patterns } = PatternPage.strict().parse(await read(user, 'patterns'))
  const funnelOf = (cepId: string) => patterns.find(({ ingredients }) => ingredients.cepId === cepId)?.funnel
  expect(funnelOf(leaking)?.leak).toMatchObject({ step: 'landing' })
  expect(funnelOf(leaking)?.steps[0]?.lift).toBeGreaterThan(1)
  expect(funnelOf(sound)?.leak).toBeNull()
  expect(funnelOf(sound)?.steps.length).toBeGreaterThan(3)
})

test('patterns of ads that count nothing else are as they were', async () => {
  const user = await system().createUser()
  const product = await makeProduct(system(), user)
  const body = { productId: product.id, cepText: 'cold tea' }
  const { cep } = (await system().call('POST', '/api/agent/ceps', { key: user.apiKey, body })).body
  const none = Object.fromEntries(Object.keys(usual).map((name) => [name, undefined]))
  const rows = [0, 1, 2].flatMap((i) => rowsOf(`ad ${i}`, `campaign ${i % 2}`, none))
  await sendRows(system(), user, { productId: product.id, cepId: cep.id }, rows)
  const { patterns } = PatternPage.strict().parse(await read(user, 'patterns'))
  expect(patterns).toHaveLength(1)
  expect(patterns[0]).not.toHaveProperty('funnel')
})
