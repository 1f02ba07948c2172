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

/** Whose memory it goes to, by which of the user's keys, and how often it is sent. */
export type Invented = {
  user: number
  key: number
  body: Body
  copies: number
  /** All copies at the same moment, or one after the other. */
  isParallel: boolean
  isBad: boolean
}

/** What a user has that reports can be about: each media belongs to the ad of the same place. */
export type Belongings = { media: string[]; products: string[] }

export const KEYS = 3
const ADS = 24
const DAYS = 40
const DAY_MS = 86_400_000

/** The same reports for the same seed. */
function newChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Dice = {
  chance: () => number
  below: (n: number) => number
  oneOf: <T>(list: readonly T[]) => T
  dayAt: (ago: number) => string
  today: number
}

function newDice(seed: number, today: number): Dice {
  const chance = newChance(seed)
  const below = (n: number) => Math.floor(chance() * n)
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const dayAt = (ago: number) => new Date(today - ago * DAY_MS).toISOString().slice(0, 10)
  return { chance, below, oneOf, dayAt, today }
}

export function* inventReports(
  count: number,
  users: Belongings[],
  seed: number,
  today: number,
): Generator<Invented> {
  const dice = newDice(seed, today)
  const { chance, below } = dice
  for (let i = 0; i < count; i++) {
    const user = below(users.length)
    const ad = below(ADS)
    const kind = chance() < 0.2 ? 'claim' : 'observation'
    const said = (kind === 'claim' ? inventClaim : inventRows)(dice, ad, users[user] as Belongings)
    const body: Body = { idempotencyKey: `report-${i}`, kind, ...said }
    const last = body.rows?.at(-1)
    const isBad = last !== undefined && chance() < 0.02
    if (isBad) last.clicks = last.impressions + 1
    yield { user, key: below(KEYS), body, copies: 1 + below(5), isParallel: chance() < 0.5, isBad }
  }
}

/** What the platform knows of a day, as one of its readings says it: most agree, some are off. */
function inventRow({ chance, below, dayAt, today }: Dice, ad: number): Row {
  // Some days are long ago, so that they fall out of the plain sums.
  const day = dayAt(chance() < 0.05 ? 170 + below(40) : below(DAYS))
  const base = 1 + ((ad * 7 + Date.parse(day) / DAY_MS) % 50)
  const near = chance() < 0.6 ? 1 : 0.93 + 0.14 * chance()
  const impressions = Math.round(base * 90 * near)
  const isIdle = chance() < 0.1
  return {
    day,
    currency: chance() < 0.06 ? 'USD' : 'EUR',
    spend: Math.round(base * 1.37 * near * 1e6) / 1e6,
    impressions,
    clicks: Math.floor(impressions / 40),
    conversions: isIdle ? 0 : Math.round(base * 10 * near) / 100,
    conversionType: chance() < 0.15 ? 'lead' : 'purchase',
    revenue: isIdle ? 0 : Math.round(base * 3.1 * near * 100) / 100,
    attribution: chance() < 0.15 ? '1d_view' : '7d_click',
    objective: 'sales',
    // Few hours to choose from, so that many readings are equally new.
    fetchedAt: new Date(today - below(60) * 3_600_000).toISOString(),
  }
}

function inventSubject({ chance }: Dice, ad: number, { media, products }: Belongings): Partial<Body> {
  const own = media[ad]
  const wayIn = chance()
  const product = chance() < 0.3 && { productId: products[ad % products.length] as string }
  if (own && wayIn < 0.3) return { generatedMediaId: own, ...product }
  if (own && wayIn < 0.34) return { generatedMediaId: own, platformAdId: `ad-${ad}`, ...product }
  return { platformAdId: `ad-${ad}`, ...product }
}

function inventRows(dice: Dice, ad: number, of: Belongings): Partial<Body> {
  const { chance, below } = dice
  const count = 1 + below(chance() < 0.05 ? 60 : 6)
  const rows = Array.from({ length: count }, () => inventRow(dice, ad))
  if (chance() < 0.85) return { ...inventSubject(dice, ad, of), rows }
  return { rows: rows.map((row) => ({ ...row, platformAdId: `ad-${below(ADS)}` })) }
}

function inventClaim(dice: Dice, ad: number, of: Belongings): Partial<Body> {
  const { chance, below, oneOf, dayAt } = dice
  const ago = below(DAYS)
  return {
    ...inventSubject(dice, ad, of),
    metric: oneOf(['roas', 'cpa', 'ctr']),
    value: 1 + below(50) / 10,
    windowStart: dayAt(ago + 7 * (1 + below(2))),
    windowEnd: dayAt(ago),
    ...(chance() < 0.4 && { conversionType: oneOf(['purchase', 'lead', 'install']) }),
    ...(chance() < 0.4 && { attribution: oneOf(['7d_click', '1d_view']) }),
    ...(chance() < 0.3 && { note: 'said in the meeting' }),
  }
}
