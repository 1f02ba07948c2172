import { divideDay } from '../../server/harness/demo/index.ts'
import { expect } from './checks.ts'
import type { Dev } from './start-dev.ts'
import type { Places } from './views/owner-views.ts'

type Seeded = Places & { pictureUrl: string }
type Medium = {
  id: string
  status: string
  mediaType: string
  productId: string | null
  thumbnailUrl: string | null
}

const DAY_MS = 86_400_000
const DAYS = 9

const points = [
  { cepText: 'Hands are stiff with cold after a winter run', angle: 'warmth to hold' },
  { cepText: 'Coffee goes cold in long meetings', angle: 'warm for hours' },
  { cepText: 'The cup chips on every move', painPoint: 'chips' },
  { cepText: 'Office mugs all look the same' },
]

/** Orders for each 100 of spend, best ad first: two win, one loses, the others are usual. */
const strengths = [9, 8, 4, 4, 4, 3, 1]

const dayOf = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

/** What an agent would have reported: rows of ads, claims with notes, entry points and a character. */
export async function seedKnowledge({ baseUrl, owner }: Dev): Promise<Seeded> {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { 'x-api-key': owner.apiKey, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    expect(response.ok, `${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const about = { name: 'Mia', description: 'Thirty, freckles, a red scarf' }
  const { character } = await call('/api/gen/characters', about)
  const { topic } = await call('/api/agent/topics', { name: 'Winter' })
  await call('/api/agent/ceps', { topicId: topic.id, cepText: 'The first frost of the year' })
  const { media }: { media: Medium[] } = await call('/api/gen/media?limit=50&status=completed')
  const made = media.filter(({ productId }) => productId !== null)
  const productId = made[0]?.productId ?? ''
  const ceps: string[] = []
  for (const point of points) ceps.push((await call('/api/agent/ceps', { productId, ...point })).cep.id)
  for (const [at, one] of made.slice(0, strengths.length).entries()) {
    const ad = { generatedMediaId: one.id, platformAdId: `ad-${at}`, productId, cepId: ceps[at % 3] }
    const campaignName = at % 2 === 0 ? 'Winter mugs' : 'Mugs at dawn'
    const rows = rowsOf(strengths[at] ?? 4)
    await call('/api/agent/reports', {
      idempotencyKey: `rows-${at}`,
      kind: 'observation',
      ...ad,
      campaignName,
      rows,
    })
    if (at < 4) await call('/api/agent/reports', claimOf(at, ad))
  }
  const pictures = made.filter(({ mediaType }) => mediaType === 'IMAGE')
  const { media: failed }: { media: Medium[] } = await call('/api/gen/media?limit=1&status=failed')
  return {
    productId,
    characterId: character.id,
    topicId: topic.id,
    failedId: failed[0]?.id ?? '',
    pictureUrl: made[0]?.thumbnailUrl ?? '',
    compared: [pictures[0]?.id ?? '', pictures.at(-1)?.id ?? ''],
  }
}

const rowsOf = (orders: number) => Array.from({ length: DAYS }, (_, at) => rowOf(orders, at))

/** Half of them saw the ad: 40 of 100 conversions more. */
const groups = { testPeople: 20_000, controlPeople: 20_000, testConversions: 140, controlConversions: 100 }

function rowOf(orders: number, at: number) {
  const clicks = 80 - 5 * at
  const sums = { spend: 100, impressions: 4_000, clicks, conversions: orders, revenue: 50 * orders }
  const isLast = at === DAYS - 1
  return {
    day: dayOf(DAYS - at),
    ...sums,
    breakdowns: divideDay(sums, at),
    currency: 'EUR',
    conversionType: 'purchase',
    outboundClicks: 70 - 5 * at,
    landingPageViews: 60 - 5 * at,
    addsToCart: 2 * orders,
    margin: 20 * orders,
    ...(isLast && { reach7d: 9_000, liftTest: { since: dayOf(DAYS), ...groups } }),
    attribution: '7d_click',
    objective: 'sales',
    fetchedAt: new Date().toISOString(),
  }
}

const said = [6, 4.1, 2, 5]
const notes = [
  'Close-ups of hands work in winter. Keep the mug in the lower half.',
  'Portrait beats square for this mug by a lot',
  'Customers ask for a lid; show it closed',
  'Steam sells',
]

const claimOf = (at: number, ad: object) => ({
  idempotencyKey: `claim-${at}`,
  kind: 'claim',
  ...ad,
  metric: 'roas',
  value: said[at],
  windowStart: dayOf(DAYS),
  windowEnd: dayOf(1),
  conversionType: 'purchase',
  attribution: '7d_click',
  note: notes[at],
})
