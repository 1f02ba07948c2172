import { type Pattern, PatternPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { makeProduct } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { rowOf, sendRows } from '../routes/send-rows.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

async function page({ apiKey }: TestUser, query: string) {
  const path = `/api/agent/knowledge/patterns?${query}`
  return PatternPage.strict().parse((await system().call('GET', path, { key: apiKey })).body)
}

async function createCep({ apiKey }: TestUser, productId: string): Promise<string> {
  const body = { productId, cepText: 'cold tea after ten minutes' }
  return (await system().call('POST', '/api/agent/ceps', { key: apiKey, body })).body.cep.id
}

test('a pattern that luck does not explain wins, and its fields come in a readable order', async () => {
  const user = await system().createUser()
  const product = await makeProduct(system(), user)
  const cepId = await createCep(user, product.id)
  // Twelve ads like the baseline, and four that bring three times as much.
  const rowsOf = (name: string, revenue: number) =>
    [5, 6, 7].map((back) =>
      rowOf(back, {
        platformAdId: name,
        campaignName: `campaign ${name.length % 2}`,
        spend: 400,
        conversions: revenue / 50,
        revenue,
      }),
    )
  const others = Array.from({ length: 12 }, (_, i) =>
    rowsOf(`${'other'.repeat(1 + (i % 2))} ${i}`, 800),
  ).flat()
  await sendRows(system(), user, { productId: product.id }, others)
  const best = Array.from({ length: 4 }, (_, i) =>
    rowsOf(`${'best'.repeat(1 + (i % 2))}! ${i}`, 2_400),
  ).flat()
  await sendRows(
    system(),
    user,
    { productId: product.id, cepId },
    best.map((row, i) => ({ ...row, campaignName: `campaign ${i % 2}` })),
  )
  const { patterns } = await page(user, 'minTier=winner')
  expect(patterns).toMatchObject([
    { ingredients: { cepId }, tier: 'winner', comparisons: 1, lift: expect.any(Number) },
  ])
  const [pattern] = patterns as [Pattern]
  expect(pattern.chance).toBeLessThan(0.022)
  expect(pattern.why).toContain('it stands out of 1 comparison')
  expect(pattern.sample).toMatchObject({ days: 3, adDays: 12 })
  expect(Object.keys(pattern).slice(0, 7)).toEqual([
    'id',
    'title',
    'why',
    'tier',
    'productId',
    'productName',
    'ingredients',
  ])
  for (const figure of [pattern.estimate, pattern.lift, pattern.lowerBound])
    expect(String(figure).length).toBeLessThanOrEqual(7)
})

test('ads whose creative shows nobody have that in common, unknown creatives nothing', async () => {
  const user = await system().createUser()
  const product = await makeProduct(system(), user)
  const row = (i: number) => [rowOf(5, { spend: 300, conversions: 20, revenue: 900, campaignName: `c${i}` })]
  for (let i = 0; i < 3; i++) {
    const media = await makeMedia(system(), user, { prompt: `a mug ${i}`, productId: product.id })
    await sendRows(system(), user, { generatedMediaId: media.id }, row(i))
    await sendRows(system(), user, { platformAdId: `ad ${i}`, productId: product.id }, row(i))
  }
  const { patterns } = await page(user, 'minTier=loser')
  expect(patterns.map(({ ingredients, sample }) => [ingredients.noCharacter, sample.ads])).toEqual([
    [true, 3],
  ])
  expect(patterns[0]?.title).toMatch(/^No character, /)
})
