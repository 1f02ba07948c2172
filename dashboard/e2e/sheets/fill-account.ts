import { expect } from '../checks.ts'
import type { Dev } from '../start-dev.ts'
import type { Places } from '../views/owner-views.ts'
import type { AccountTexts } from './account-texts.ts'

type User = Dev['owner']
type Call = (path: string, body?: object | FormData) => Promise<Answer>
// biome-ignore lint/suspicious/noExplicitAny: answers of many endpoints, read field by field.
type Answer = any

const DAY_MS = 86_400_000
const DAYS = 9
const dayOf = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

/** Calls with a key, and expects an answer. */
export const callAs =
  (baseUrl: string, { apiKey }: User): Call =>
  async (path, body) => {
    const isForm = body instanceof FormData
    const send = () =>
      fetch(`${baseUrl}${path}`, {
        headers: { 'x-api-key': apiKey, ...(body && !isForm && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
      })
    let response = await send()
    // A machine that others slow down may not clean a photo in time.
    for (let again = 0; response.status >= 500 && again < 3; again++) response = await send()
    const answer = await response.json()
    expect(response.ok, `${path}: ${JSON.stringify(answer)}`)
    return answer
  }

/** One of each thing: a product with a photo, a character, a topic, two results, an ad with a claim. */
export async function fillAccount(baseUrl: string, user: User, texts: AccountTexts): Promise<Places> {
  const call = callAs(baseUrl, user)
  const { product } = await call('/api/gen/products', { name: texts.product })
  const { character } = await call('/api/gen/characters', { name: texts.character, description: texts.about })
  const { topic } = await call('/api/agent/topics', { name: texts.topic, description: texts.about })
  const point = { cepText: texts.point, painPoint: texts.pain, angle: texts.angle }
  await call('/api/agent/ceps', { topicId: topic.id, ...point })
  const { cep } = await call('/api/agent/ceps', { productId: product.id, ...point })
  const order = { prompt: texts.prompt, productId: product.id, cepId: cep.id, characterId: character.id }
  const failed = await call('/api/gen/image', { ...order, model: 'simulator/moderated' })
  const made = await finished(call, [(await call('/api/gen/image', { ...order, size: '2:3' })).id, failed.id])
  // Never done while the pages are looked at.
  await call('/api/gen/image', { ...order, model: 'simulator/hang' })
  const photo = { label: texts.label, address: made.thumbnailUrl }
  await addPhoto(call, { path: `/api/gen/products/${product.id}/reference`, ...photo })
  await addPhoto(call, { path: `/api/gen/characters/${character.id}/reference`, ...photo })
  await report(call, texts, { generatedMediaId: made.id, productId: product.id, cepId: cep.id })
  return {
    productId: product.id,
    compared: [made.id, made.id],
    characterId: character.id,
    topicId: topic.id,
    failedId: failed.id,
  }
}

/** Waits until all are final. Returns the first. */
async function finished(call: Call, ids: string[]): Promise<{ id: string; thumbnailUrl: string }> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const media = await Promise.all(ids.map((id) => call(`/api/gen/media/${id}`)))
    if (media.every(({ waiting }) => !waiting)) return media[0]
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the jobs of the account do not end')
}

type Photo = { path: string; label: string; address: string }

export async function addPhoto(call: Call, { path, label, address }: Photo): Promise<void> {
  const form = new FormData()
  form.append('label', label)
  form.append('file', await (await fetch(address)).blob(), 'photo.jpg')
  await call(path, form)
}

const part = (by: string, value: string) => ({
  by,
  value,
  ...{ spend: 80, impressions: 3_000, clicks: 30, conversions: 5, revenue: 250 },
})

/** Half of them saw the ad: 40 of 100 conversions more. */
const groups = { testPeople: 20_000, controlPeople: 20_000, testConversions: 140, controlConversions: 100 }

async function report(call: Call, texts: AccountTexts, made: object): Promise<void> {
  const ad = { ...made, platformAdId: 'ad-1' }
  const { conversion, campaign, note } = texts
  await call('/api/agent/reports', {
    idempotencyKey: 'rows',
    kind: 'observation',
    ...ad,
    campaignName: campaign,
    rows: Array.from({ length: DAYS }, (_, at) => ({
      day: dayOf(DAYS - at),
      currency: 'EUR',
      spend: 100,
      impressions: 4_000,
      clicks: 80 - 5 * at,
      conversions: 6,
      conversionType: conversion,
      revenue: 300,
      margin: 140,
      outboundClicks: 70 - 5 * at,
      landingPageViews: 60 - 5 * at,
      addsToCart: 12,
      ...(at === DAYS - 1 && { reach7d: 9_000, liftTest: { since: dayOf(DAYS), ...groups } }),
      breakdowns: [part('placement', texts.placement), part('country', 'DE'), part('age', '25-34')],
      attribution: '7d_click',
      objective: 'sales',
      fetchedAt: new Date().toISOString(),
    })),
  })
  await call('/api/agent/reports', {
    idempotencyKey: 'claim',
    kind: 'claim',
    ...ad,
    metric: 'roas',
    value: 6,
    windowStart: dayOf(DAYS),
    windowEnd: dayOf(1),
    conversionType: conversion,
    attribution: '7d_click',
    note,
  })
}
