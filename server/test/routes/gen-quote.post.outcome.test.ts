import { QuoteAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeCharacter, makePhoto, makeProduct } from './make-album.ts'
import { makeMedia, setKeyLimits } from './make-order.ts'
import { makeResults } from './make-results.ts'

const system = useSharedSystem()

const requestQuote = (user: TestUser, body: Record<string, unknown>) =>
  system().call('POST', '/api/gen/quote', { key: user.apiKey, body: { prompt: 'a mug', ...body } })

test.each([
  [400, { kind: 'image' }],
  [1_600, { kind: 'image', n: 4, size: '3:2' }],
  [1_300, { kind: 'video' }],
  [3_900, { kind: 'video', resolution: 'HD', durationSeconds: 15 }],
])('a quote of %d for %j charges nothing', async (creditsCost, body) => {
  const { createUser, entries } = system()
  const user = await createUser()
  const { status, body: answer } = await requestQuote(user, body)
  expect(status).toBe(200)
  expect(QuoteAnswer.strict().parse(answer).quote).toEqual({
    creditsCost,
    balance: 1_000_000,
    balanceAfter: 1_000_000 - creditsCost,
    affordable: true,
    withinBudget: true,
    references: [],
    droppedReferences: [],
    ignoredFields: [],
    warnings: [],
  })
  expect(await entries(user)).toHaveLength(1)
})

test.each([
  ['image', '/api/gen/image'],
  ['video', '/api/gen/video'],
])('the quote for kind %s matches the submit that follows', async (kind, path) => {
  const { call, createUser, poll } = system()
  const user = await createUser()
  const productId = (await makeProduct(system(), user)).id
  const characterId = (await makeCharacter(system(), user)).id
  for (const holder of [productId, characterId, characterId, characterId, characterId, characterId])
    await makePhoto(system(), user, holder)
  const order = { prompt: 'a mug', model: 'simulator/fail', productId, characterId, mood: 'warm' }
  const { quote } = (await requestQuote(user, { kind, ...order })).body
  const { body } = await call('POST', path, { key: user.apiKey, body: order })
  for (const field of ['creditsCost', 'balanceAfter', 'droppedReferences', 'ignoredFields'])
    expect([field, body[field]]).toEqual([field, quote[field]])
  const used = quote.references.map(({ origin: _, ...input }: { origin: string }) => input)
  const { inputs } = await poll(user, body.id)
  expect([inputs, used.length, quote.droppedReferences.length]).toEqual([used, 5, 1])
})

test('missing credits and key limits are reported, not refused', async () => {
  const { createUser } = system()
  const lowOnCredits = await createUser(100)
  expect((await requestQuote(lowOnCredits, { kind: 'image' })).body).toMatchObject({
    quote: { affordable: false, withinBudget: true, balance: 100, balanceAfter: -300 },
  })
  const limited = await createUser()
  await setKeyLimits(system(), limited, { perJob: 1_000 })
  expect((await requestQuote(limited, { kind: 'image', n: 4 })).body.quote).toMatchObject({
    affordable: true,
    withinBudget: false,
  })
  expect((await requestQuote(limited, { kind: 'image', n: 2 })).body.quote.withinBudget).toBe(true)
})

test('a quote does not bind a clientRef and counts as a read', async () => {
  const { createUser, submit } = system()
  const user = await createUser()
  const { headers } = await requestQuote(user, { kind: 'image', clientRef: 'a' })
  expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['300', '299'])
  const order = { model: 'simulator/fail', clientRef: 'a', prompt: 'something else' }
  const { status, headers: submitHeaders } = await submit(user, order)
  expect([
    status,
    submitHeaders.get('idempotent-replayed'),
    submitHeaders.get('x-ratelimit-remaining'),
  ]).toEqual([201, null, '9'])
})

test('a product without photos gives a warning that names it', async () => {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  const { quote, message } = (await requestQuote(user, { kind: 'image', productId })).body
  expect(quote.warnings).toMatchObject([{ code: 'product_without_photos', refId: productId }])
  expect(message).toContain(quote.warnings[0].message)
})

test('a prompt similar to that of a loser gives a warning that names the loser', async () => {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  const prompt = 'the enamel mug from the photo on a wooden table, morning light, steam rising'
  const lost = await makeMedia(system(), user, { prompt, productId })
  const won = await makeMedia(system(), user, { prompt: 'hands around a mug in the snow', productId })
  await makeResults(
    system(),
    user,
    { generatedMediaId: lost.id },
    { spend: 700, conversions: 14, revenue: 560 },
  )
  await makeResults(
    system(),
    user,
    { generatedMediaId: won.id },
    { spend: 600, conversions: 40, revenue: 2_600 },
  )
  const warningsFor = async (about: Record<string, unknown>) => {
    const { quote, message } = (await requestQuote(user, { kind: 'video', useProductPhoto: false, ...about }))
      .body
    for (const warning of quote.warnings) expect(message).toContain(warning.message)
    return quote.warnings
  }
  const near = 'The enamel mug from the photo on a wooden table in morning light, steam rising'
  const warning = { code: 'similar_to_loser', refId: lost.id }
  expect(await warningsFor({ prompt: near, productId })).toMatchObject([warning])
  expect(await warningsFor({ prompt: near, useProductPhoto: undefined })).toMatchObject([warning])
  expect(await warningsFor({ prompt: 'hands around a mug in the snow', productId })).toEqual([])
  expect(await warningsFor({ prompt: 'a runner on a bridge at night, seen from afar', productId })).toEqual(
    [],
  )
  const other = (await makeProduct(system(), user)).id
  expect(await warningsFor({ prompt: near, productId: other })).toEqual([])
})

test('losers of another user give no warning', async () => {
  const [user, other] = [await system().createUser(), await system().createUser()]
  const lost = await makeMedia(system(), user, { prompt: 'a mug' })
  await makeResults(
    system(),
    user,
    { generatedMediaId: lost.id },
    { spend: 700, conversions: 14, revenue: 560 },
  )
  await makeResults(system(), user, { platformAdId: '1' }, { spend: 600, conversions: 40, revenue: 2_600 })
  expect((await requestQuote(user, { kind: 'image' })).body.quote.warnings).toMatchObject([
    { refId: lost.id },
  ])
  expect((await requestQuote(other, { kind: 'image' })).body.quote.warnings).toEqual([])
})

test.each<[string, Record<string, unknown>, string]>([
  ['no kind', {}, 'kind'],
  ['an unknown kind', { kind: 'sound' }, 'kind'],
  ['a wrong field', { kind: 'image', n: 3 }, 'n'],
  ['a wrong field of the other kind', { kind: 'video', durationSeconds: 7 }, 'durationSeconds'],
  ['a blank prompt', { kind: 'video', prompt: ' ' }, 'prompt'],
])('%s is answered 400 with the field named, as in a submit', async (_, body, field) => {
  const { status, body: answer } = await requestQuote(await system().createUser(), body)
  expect([status, answer.code, answer.field]).toEqual([400, 'invalid_request', field])
})
