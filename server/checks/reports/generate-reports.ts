import { type Random, seededRandom } from '../../harness/random/index.ts'

export type Row = {
  day: string
  currency: string
  spend: number
  impressions: number
  clicks: number
  conversions: number
  conversionType: string
  revenue: number
  attribution: string
  objective: string
  fetchedAt: string
  platformAdId?: string
}

export type Body = {
  idempotencyKey: string
  kind: 'observation' | 'claim'
  generatedMediaId?: string
  platformAdId?: string
  productId?: string
  rows?: Row[]
  metric?: string
  value?: number
  windowStart?: string
  windowEnd?: string
  conversionType?: string
  attribution?: string
  note?: string
}

export type GeneratedReport = {
  /** The index of the user who sends it. */
  user: number
  /** The index of the user's key that it is sent with. */
  key: number
  body: Body
  /** How many times it is sent. */
  copies: number
  /** All copies at the same moment, or one after the other. */
  isParallel: boolean
  /** It has an invalid row and must be refused. */
  isBad: boolean
}

/** What a user has that reports can refer to: each media belongs to the ad with the same index. */
export type Belongings = { media: string[]; products: string[] }

export const KEYS = 3
const ADS = 24
const DAYS = 40
const DAY_MS = 86_400_000

/** Random numbers, and days counted back from the same today. */
type Source = { random: Random; dayAt: (ago: number) => string; today: number }

function openSource(seed: number, today: number): Source {
  const dayAt = (ago: number) => new Date(today - ago * DAY_MS).toISOString().slice(0, 10)
  return { random: seededRandom(seed), dayAt, today }
}

export function* generateReports(
  count: number,
  users: Belongings[],
  seed: number,
  today: number,
): Generator<GeneratedReport> {
  const source = openSource(seed, today)
  const { random } = source
  for (let i = 0; i < count; i++) {
    const user = random.int(0, users.length - 1)
    const ad = random.int(0, ADS - 1)
    const kind = random.next() < 0.2 ? 'claim' : 'observation'
    const said = (kind === 'claim' ? generateClaim : generateRows)(source, ad, users[user] as Belongings)
    const body: Body = { idempotencyKey: `report-${i}`, kind, ...said }
    const last = body.rows?.at(-1)
    const isBad = last !== undefined && random.next() < 0.02
    if (isBad) last.clicks = last.impressions + 1
    yield {
      user,
      key: random.int(0, KEYS - 1),
      body,
      copies: 1 + random.int(0, 4),
      isParallel: random.next() < 0.5,
      isBad,
    }
  }
}

/** One reading of a day: most readings agree, some differ. */
function generateRow({ random, dayAt, today }: Source, ad: number): Row {
  // Some days are so old that the plain sums exclude them.
  const day = dayAt(random.next() < 0.05 ? 170 + random.int(0, 39) : random.int(0, DAYS - 1))
  const base = 1 + ((ad * 7 + Date.parse(day) / DAY_MS) % 50)
  const near = random.next() < 0.6 ? 1 : 0.93 + 0.14 * random.next()
  const impressions = Math.round(base * 90 * near)
  const isIdle = random.next() < 0.1
  return {
    day,
    currency: random.next() < 0.06 ? 'USD' : 'EUR',
    spend: Math.round(base * 1.37 * near * 1e6) / 1e6,
    impressions,
    clicks: Math.floor(impressions / 40),
    conversions: isIdle ? 0 : Math.round(base * 10 * near) / 100,
    conversionType: random.next() < 0.15 ? 'lead' : 'purchase',
    revenue: isIdle ? 0 : Math.round(base * 3.1 * near * 100) / 100,
    attribution: random.next() < 0.15 ? '1d_view' : '7d_click',
    objective: 'sales',
    // Only a few different hours, so that many readings are equally new.
    fetchedAt: new Date(today - random.int(0, 59) * 3_600_000).toISOString(),
  }
}

function generateSubject({ random }: Source, ad: number, { media, products }: Belongings): Partial<Body> {
  const own = media[ad]
  const wayIn = random.next()
  const product = random.next() < 0.3 && { productId: products[ad % products.length] as string }
  if (own && wayIn < 0.3) return { generatedMediaId: own, ...product }
  if (own && wayIn < 0.34) return { generatedMediaId: own, platformAdId: `ad-${ad}`, ...product }
  return { platformAdId: `ad-${ad}`, ...product }
}

function generateRows(source: Source, ad: number, of: Belongings): Partial<Body> {
  const { random } = source
  const count = 1 + random.int(0, random.next() < 0.05 ? 59 : 5)
  const rows = Array.from({ length: count }, () => generateRow(source, ad))
  if (random.next() < 0.85) return { ...generateSubject(source, ad, of), rows }
  return { rows: rows.map((row) => ({ ...row, platformAdId: `ad-${random.int(0, ADS - 1)}` })) }
}

function generateClaim(source: Source, ad: number, of: Belongings): Partial<Body> {
  const { random, dayAt } = source
  const ago = random.int(0, DAYS - 1)
  return {
    ...generateSubject(source, ad, of),
    metric: random.pick(['roas', 'cpa', 'ctr']),
    value: 1 + random.int(0, 49) / 10,
    windowStart: dayAt(ago + 7 * (1 + random.int(0, 1))),
    windowEnd: dayAt(ago),
    ...(random.next() < 0.4 && { conversionType: random.pick(['purchase', 'lead', 'install']) }),
    ...(random.next() < 0.4 && { attribution: random.pick(['7d_click', '1d_view']) }),
    ...(random.next() < 0.3 && { note: 'said in the meeting' }),
  }
}
