import type pg from 'pg'
import { type Dated, type Expected, expectMemory, micros, type Sums, seriesName } from './expect-memory.ts'
import type { AcceptedReport } from './send-reports.ts'

const SUMS = ['spend', 'impressions', 'clicks', 'conversions', 'revenue'] as const
const COLUMNS = SUMS.map((name) => `s.${name}::text`).join(', ')
/** Doubles are added in another order than in the database. */
const RELATIVE = 1e-9

type StoredRow = Record<string, string | number | boolean | null> & { id: string }
type Difference = (what: string, ours: unknown, theirs: unknown) => void

export type Compared = { series: number; rows: number; claims: number; figures: number }

/** Compares the rows of one user with what the user's reports must have produced. */
export async function compareMemory(
  client: pg.Client,
  userId: string,
  accepted: AcceptedReport[],
  complaints: string[],
): Promise<Compared> {
  let figures = 0
  const differ: Difference = (what, ours, theirs) => {
    figures++
    if (String(ours) !== String(theirs))
      complaints.push(`${what}: expected ${String(ours)}, found ${String(theirs)}`)
  }
  const read = async (text: string) => (await client.query<StoredRow>(text, [userId])).rows
  const ofUser = `memory_id = (select id from memories where user_id = $1)`
  const times = await read(`
    select distinct report_id as id, to_char(received_at at time zone 'utc', 'YYYYMMDDHH24MISSMS') as at
      from observations where ${ofUser}
    union all select report_id, to_char(claimed_at at time zone 'utc', 'YYYYMMDDHH24MISSMS')
      from claims where ${ofUser}`)
  const atOf = new Map(times.map(({ id, at }) => [id, String(at)]))
  differ('reports that left something', accepted.length, times.length)
  const [keys] = await read(`select 'keys' as id, count(*) as n from report_keys where ${ofUser}`)
  differ('keys', accepted.length, keys?.n)
  const dated: Dated[] = accepted
    .map((report) => ({ ...report, at: atOf.get(report.id) ?? 'never' }))
    .toSorted((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? -1 : 1))

  const series = await read(`
    select s.id, coalesce(a.platform_ad_id, a.media_id) as ad, s.conversion_type as type, s.attribution,
      s.currency, s.product_id, evidence, first_day::text, last_day::text, agreed_days, days, ${COLUMNS},
      order_days, order_squares, ran::text, weighted_spend, weighted_impressions, weighted_clicks,
      weighted_conversions,
      weighted_revenue, superseded_by, summed_on::text
    from series s join ads a on a.id = s.ad_id where s.${ofUser}`)
  const nameOf = ({ ad, type, attribution, currency }: StoredRow) =>
    seriesName(ad as string, type as string | null, attribution as string | null, currency as string | null)
  const names = new Map(series.map((one) => [one.id, nameOf(one)]))
  const today =
    series
      .map((one) => String(one.summed_on ?? ''))
      .sort()
      .at(-1) ?? ''
  const expected = expectMemory(dated, today)

  compareSeries(expected, series, names, differ)
  for (const { id, counts } of dated) {
    const due = expected.counts.get(id)
    for (const name of ['accepted', 'replaced', 'ignored'] as const)
      differ(`${id} ${name}`, due?.[name], counts[name])
  }
  const rows = await read(`
    select report_id || ' ' || row_no as id, series_id, is_current from observations where ${ofUser}`)
  differ('rows', expected.rows.size, rows.length)
  for (const row of rows) {
    const due = expected.rows.get(row.id)
    differ(`row ${row.id} series`, due?.series, names.get(String(row.series_id)))
    differ(`row ${row.id} counts`, due?.isCurrent, row.is_current)
  }
  const claims = await read(`
    select s.report_id as id, coalesce(platform_ad_id, media_id) as ad, s.product_id, superseded_by,
      series_id, is_comparable, covered_days, last_day::text, ${COLUMNS},
      order_days, others::text as others
    from claims s join ads a on a.id = s.ad_id where s.${ofUser}`)
  compareClaims(expected, claims, names, differ)
  const [notes] = await read(`select 'notes' as id, count(*) as n from memory_notes where user_id = $1`)
  differ('notes', accepted.filter(({ body }) => body.note).length, notes?.n)
  return { series: series.length, rows: rows.length, claims: claims.length, figures }
}

function compareSums(what: string, due: Sums | undefined, stored: StoredRow, differ: Difference): void {
  for (const name of SUMS) differ(`${what} ${name}`, due?.[name], micros(String(stored[name])))
}

/** The days of a multirange of the database, such as {[2026-11-01,2026-11-03)}. */
function daysIn(ranges: string): string {
  const days: string[] = []
  for (const [, from = '', to = ''] of ranges.matchAll(/\[([\d-]+),([\d-]+)\)/g))
    for (let at = Date.parse(from); at < Date.parse(to); at += 86_400_000)
      days.push(new Date(at).toISOString().slice(0, 10))
  return days.join()
}

function compareSeries(
  expected: Expected,
  series: StoredRow[],
  names: Map<string, string>,
  differ: Difference,
): void {
  differ('series', expected.series.size, series.length)
  for (const stored of series) {
    const name = names.get(stored.id) ?? ''
    const due = expected.series.get(name)
    differ(`${name} product`, due?.productId, stored.product_id)
    differ(`${name} evidence`, due?.evidence, stored.evidence)
    differ(`${name} first day`, due?.firstDay, stored.first_day)
    differ(`${name} last day`, due?.lastDay, stored.last_day)
    differ(`${name} agreed days`, due?.agreedDays, stored.agreed_days)
    differ(`${name} days`, due?.days, stored.days)
    differ(`${name} days with orders`, due?.orderDays, stored.order_days)
    differ(`${name} ran`, due?.ran, daysIn(String(stored.ran)))
    compareSums(name, due?.sums, stored, differ)
    const doubles = [stored.order_squares, ...SUMS.map((sum) => stored[`weighted_${sum}`])].map(Number)
    for (const [i, ours] of [due?.orderSquares ?? 0, ...(due?.weighted ?? [])].entries()) {
      const isNear = Math.abs(ours - (doubles[i] ?? 0)) <= RELATIVE * Math.max(1, Math.abs(ours))
      differ(`${name} double ${i}`, isNear ? 'near' : ours, isNear ? 'near' : doubles[i])
    }
    const successor = names.get(String(stored.superseded_by))
    const isBare = stored.type === null
    differ(`${name} superseded`, (due?.isEmpty ?? false) && !isBare, successor !== undefined)
    if (successor) {
      differ(`${name} successor`, name.split('|').slice(0, 3), successor.split('|').slice(0, 3))
      differ(`${name} successor has rows`, false, expected.series.get(successor)?.isEmpty)
    }
  }
}

/** The other series of a claim, in the words of what is expected. */
const othersOf = ({ others }: StoredRow, names: Map<string, string>): string =>
  (JSON.parse(String(others ?? '[]')) as { seriesId: string; coveredDays: number; sums: { spend: number } }[])
    .map(({ seriesId, coveredDays, sums }) => `${names.get(seriesId)} ${coveredDays} ${micros(sums.spend)}`)
    .sort()
    .join()

function compareClaims(
  expected: Expected,
  claims: StoredRow[],
  names: Map<string, string>,
  differ: Difference,
): void {
  differ('claims', expected.claims.size, claims.length)
  for (const stored of claims) {
    const due = expected.claims.get(stored.id)
    differ(`${stored.id} ad`, due?.ad, stored.ad)
    differ(`${stored.id} product`, due?.productId, stored.product_id)
    differ(`${stored.id} superseded by`, due?.supersededBy, stored.superseded_by)
    if (due?.supersededBy !== null) continue
    differ(`${stored.id} is comparable`, due.isComparable, stored.is_comparable)
    const comparedWith = names.get(String(stored.series_id)) ?? ''
    // Of two series that are as near to the claim and have the same spend either is right.
    const [ours, theirs] = [due.series, comparedWith].map((name) => expected.series.get(name)?.sums.spend)
    if (comparedWith !== due.series && ours === theirs) continue
    differ(`${stored.id} other series`, due.others.join(), othersOf(stored, names))
    differ(`${stored.id} compared series`, due.series, comparedWith)
    differ(`${stored.id} covered days`, due.coveredDays, stored.covered_days)
    differ(`${stored.id} last day`, due.lastDay, stored.last_day)
    differ(`${stored.id} days with orders`, due.orderDays, stored.order_days)
    compareSums(stored.id, due.sums, stored, differ)
  }
}
