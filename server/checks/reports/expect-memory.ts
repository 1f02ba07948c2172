import type { Row } from './generate-reports.ts'
import type { AcceptedReport, Counts } from './send-reports.ts'

/** A report and when it was received: of two equally new readings the first one received counts. */
export type Dated = AcceptedReport & { at: string }

const MEASURES = ['spend', 'impressions', 'clicks', 'conversions', 'revenue'] as const
export type Sums = Record<(typeof MEASURES)[number], bigint>

type Reading = Row & { ad: string; source: number; order: string; name: string }

export type ExpectedSeries = {
  ad: string
  productId: string
  evidence: 'claimed' | 'observed' | 'corroborated'
  firstDay: string | null
  lastDay: string | null
  agreedDays: number
  days: number
  /** The days in the plain sums. */
  ran: string
  sums: Sums
  orderDays: number
  orderSquares: number
  weighted: number[]
  isEmpty: boolean
}

export type ExpectedClaim = {
  ad: string
  productId: string
  supersededBy: string | null
  series: string
  isComparable: boolean
  coveredDays: number
  /** Of the last row of the ad. */
  lastDay: string | null
  sums: Sums
  orderDays: number
  /** Further series that the claim may be about, each with its days and its spend in the window. */
  others: string[]
}

export type Expected = {
  /** By ad, kind of conversion, attribution and currency. */
  series: Map<string, ExpectedSeries>
  claims: Map<string, ExpectedClaim>
  /** By report and row number: the series of the row, and whether it is current. */
  rows: Map<string, { series: string; isCurrent: boolean }>
  counts: Map<string, Counts>
}

const DAY_MS = 86_400_000
const RECENT_DAYS = 180

export const seriesName = (...parts: (string | null)[]): string => parts.join('|')
const nameOf = (row: Reading) => seriesName(row.ad, row.conversionType, row.attribution, row.currency)
const dayOf = (row: Reading) => seriesName(row.ad, row.conversionType, row.attribution, row.day)

/** Millionths, from the digits that were sent. */
export function micros(value: number | string): bigint {
  const [whole = '0', part = ''] = String(value).split('.')
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6) || '0')
}

/** What one user's memory must contain after these reports, computed from them alone. */
export function expectMemory(reports: Dated[], today: string): Expected {
  const links = new Map<string, string>()
  const products = new Map<string, string>()
  for (const { body } of reports)
    if (body.generatedMediaId && body.platformAdId) links.set(body.generatedMediaId, body.platformAdId)
  const adOf = (platformAdId?: string, mediaId = '') => platformAdId ?? links.get(mediaId) ?? mediaId
  for (const { body } of reports)
    if (body.productId) products.set(adOf(body.platformAdId, body.generatedMediaId), body.productId)

  const readings = reports.flatMap(({ body, id, at, key }) =>
    (body.rows ?? []).map((row, i): Reading => {
      const ad = adOf(row.platformAdId ?? body.platformAdId, body.generatedMediaId)
      return {
        ...row,
        ad,
        source: key,
        order: `${at} ${id} ${String(i).padStart(3, '0')}`,
        name: `${id} ${i}`,
      }
    }),
  )
  const winners = [...Map.groupBy(readings, dayOf).values()].map((all) => all.reduce(newer))
  const current = new Set(winners.map(({ name }) => name))
  const rows = new Map(
    readings.map((one) => [one.name, { series: nameOf(one), isCurrent: current.has(one.name) }]),
  )
  const series = new Map<string, ExpectedSeries>()
  for (const [name, all] of Map.groupBy(readings, nameOf)) {
    const [{ ad = '' } = {}] = all
    const counting = all.filter((one) => current.has(one.name))
    series.set(name, sumUp({ ad, productId: products.get(ad) ?? '', counting, all, today }))
  }
  return {
    series,
    rows,
    counts: countArrivals(reports),
    claims: expectClaims({ reports, adOf, products, series, winners, today }),
  }
}

const newer = (a: Reading, b: Reading): Reading =>
  a.fetchedAt !== b.fetchedAt ? (a.fetchedAt > b.fetchedAt ? a : b) : a.order < b.order ? a : b

const add = (rows: Reading[]): Sums =>
  Object.fromEntries(
    MEASURES.map((measure) => [measure, rows.reduce((sum, row) => sum + micros(row[measure]), 0n)]),
  ) as Sums

/** How far the plain ratio of these sums is from the claim, as a logarithm. */
function distanceOf({ metric, value = 0 }: AcceptedReport['body'], sums: Sums): number {
  const [above, below] = {
    roas: [sums.revenue, sums.spend],
    cpa: [sums.spend, sums.conversions],
    ctr: [sums.clicks, sums.impressions],
  }[metric as 'roas' | 'cpa' | 'ctr'] as [bigint, bigint]
  if (above === 0n || below === 0n) return Infinity
  return Math.abs(Math.log(Number(above) / Number(below)) - Math.log(value))
}

const ageOf = (day: string, today: string) => (Date.parse(today) - Date.parse(day)) / DAY_MS

function sumUp({
  ad,
  productId,
  counting,
  all,
  today,
}: {
  ad: string
  productId: string
  counting: Reading[]
  all: Reading[]
  today: string
}): ExpectedSeries {
  const recent = counting.filter(({ day }) => ageOf(day, today) < RECENT_DAYS)
  const sold = recent.filter(({ conversions }) => conversions > 0)
  const days = counting.map(({ day }) => day).sort()
  const agreedDays = counting.filter((one) => isAgreed(one, all)).length
  const isCorroborated = counting.length > 0 && agreedDays * 2 >= counting.length
  return {
    ad,
    productId,
    evidence: isCorroborated ? 'corroborated' : 'observed',
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    agreedDays,
    days: recent.length,
    ran: recent
      .map(({ day }) => day)
      .sort()
      .join(),
    sums: add(recent),
    orderDays: sold.length,
    orderSquares: sold.reduce((sum, { revenue, conversions }) => sum + revenue ** 2 / conversions, 0),
    weighted: MEASURES.map((measure) =>
      counting.reduce((sum, row) => sum + weightAt(ageOf(row.day, today) - 1) * row[measure], 0),
    ),
    isEmpty: counting.length === 0,
  }
}

function weightAt(days: number): number {
  const age = Math.max(0, days)
  const faded = Math.max(0.05, Math.exp((-age / 30) * Math.LN2))
  return age < 3 ? faded / 2 : faded
}

/** Whether another source's newest reading of the same day and series is within 2% in every figure. */
function isAgreed(one: Reading, all: Reading[]): boolean {
  const others = all.filter(({ day, source }) => day === one.day && source !== one.source)
  return [...Map.groupBy(others, ({ source }) => source).values()]
    .map((said) => said.reduce(newer))
    .some((said) =>
      MEASURES.every((measure) => {
        const [a, b] = [micros(one[measure]), micros(said[measure])]
        const [low, high] = a < b ? [a, b] : [b, a]
        return 50n * (high - low) <= high
      }),
    )
}

function expectClaims({
  reports,
  adOf,
  products,
  series,
  winners,
  today,
}: {
  reports: Dated[]
  adOf: (platformAdId?: string, mediaId?: string) => string
  products: Map<string, string>
  series: Map<string, ExpectedSeries>
  winners: Reading[]
  today: string
}): Expected['claims'] {
  const claims = new Map<string, ExpectedClaim>()
  const newest = new Map<string, string>()
  for (const { body, id, key } of reports.toReversed()) {
    if (body.kind !== 'claim') continue
    const ad = adOf(body.platformAdId, body.generatedMediaId)
    const said = seriesName(ad, String(key), body.metric ?? '', body.windowStart ?? '', body.windowEnd ?? '')
    const supersededBy = newest.get(said) ?? null
    newest.set(said, id)
    const fits = (name: string) => {
      const [, type, attribution] = name.split('|')
      return (body.conversionType ?? type) === type && (body.attribution ?? attribution) === attribution
    }
    const insideOf = (name: string) =>
      winners.filter(
        (row) =>
          nameOf(row) === name && row.day >= (body.windowStart ?? '') && row.day <= (body.windowEnd ?? ''),
      )
    const windowDays = ageOf(body.windowStart ?? '', body.windowEnd ?? '') + 1
    const known = [...series].filter(([, one]) => one.ad === ad && !one.isEmpty)
    const ranked = known
      .map(([name, one]) => {
        const inside = insideOf(name)
        const covers = fits(name) && 2 * inside.length >= windowDays
        return { name, one, inside, covers, distance: covers ? distanceOf(body, add(inside)) : Infinity }
      })
      .toSorted(
        (a, b) =>
          Number(fits(b.name)) - Number(fits(a.name)) ||
          Number(b.covers) - Number(a.covers) ||
          (a.distance === b.distance ? 0 : a.distance - b.distance) ||
          (a.one.sums.spend === b.one.sums.spend ? 0 : a.one.sums.spend > b.one.sums.spend ? -1 : 1),
      )
    const compared = ranked[0]
    const inside = compared?.inside ?? []
    claims.set(id, {
      ad,
      productId: products.get(ad) ?? '',
      supersededBy,
      series: compared?.name ?? seriesName(ad, null, null, null),
      isComparable: ranked.some(({ name }) => fits(name)),
      coveredDays: inside.length,
      lastDay:
        known
          .map(([, one]) => one.lastDay)
          .sort()
          .at(-1) ?? null,
      others: ranked
        .slice(1)
        .filter(({ covers }) => covers)
        .map(({ name, inside }) => `${name} ${inside.length} ${add(inside).spend}`)
        .sort(),
      sums: add(inside),
      orderDays: inside.filter(({ conversions }) => conversions > 0).length,
    })
    const isBare = ![...series.values()].some((one) => one.ad === ad)
    if (isBare) {
      const empty = sumUp({ ad, productId: products.get(ad) ?? '', counting: [], all: [], today })
      series.set(seriesName(ad, null, null, null), { ...empty, evidence: 'claimed' })
    }
  }
  return claims
}

/** The counts that each report must have been answered, when only the links of its time are known. */
function countArrivals(reports: Dated[]): Map<string, Counts> {
  const links = new Map<string, string>()
  const newest = new Map<string, string>()
  const counts = new Map<string, Counts>()
  for (const { body, id } of reports) {
    const { generatedMediaId: media, platformAdId: ad } = body
    if (media && ad && !links.has(media)) {
      links.set(media, ad)
      for (const [key, fetchedAt] of newest) {
        if (!key.startsWith(`${media}|`)) continue
        const joined = key.replace(media, ad)
        if (fetchedAt > (newest.get(joined) ?? '')) newest.set(joined, fetchedAt)
      }
    }
    const expected = { accepted: body.kind === 'claim' ? 1 : 0, replaced: 0, ignored: 0 }
    for (const row of body.rows ?? []) {
      const subject = row.platformAdId ?? ad ?? links.get(media ?? '') ?? media ?? ''
      const key = seriesName(subject, row.conversionType, row.attribution, row.day)
      const known = newest.get(key)
      expected[known === undefined ? 'accepted' : row.fetchedAt > known ? 'replaced' : 'ignored']++
      if (row.fetchedAt > (known ?? '')) newest.set(key, row.fetchedAt)
    }
    counts.set(id, expected)
  }
  return counts
}
