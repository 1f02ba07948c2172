import type { Evidence, Ingredients, Metric } from '@atelier/contract'
import type { DayRange, OrderValueSums, Sums } from '#learning/statistics'
import type { StoredLiftTest } from '#learning/worth'
import type { Rows } from '#platform/db'
import { NO_CHARACTER } from './ad-facts.ts'
import type { FunnelSums } from './funnel-sums.ts'
import type { Memory } from './lock-memory.ts'

/** Ads can be compared only when all of these are equal: the objective, and how results are counted. */
export type ComparisonGroup = {
  objective: string
  currency: string
  conversionType: string
  attribution: string
}

/**
 * Everything that conclusions need of one series. Only a series with rows has a comparison group and days.
 */
export type ProductSeries = {
  id: string
  comparisonGroup: ComparisonGroup | null
  evidence: Evidence
  campaign: string
  ingredients: Ingredients
  productName: string | null
  cepText: string | null
  characterName: string | null
  lastDay: string | null
  lastRowAge: number
  days: number
  /** The days with rows, counted from 2000-01-01. */
  ran: DayRange[]
  plain: Sums
  weighted: Sums
  orders: OrderValueSums
  isFatigued: boolean
  isDeclining: boolean
  funnel: FunnelSums | null
  liftTest: StoredLiftTest | null
}

/** The rows of one series inside the window of a claim. */
export type RowsOfClaim = { coveredDays: number; sums: Sums; orders: OrderValueSums }

/** A claim that is not superseded, with the sums of the rows inside its window. */
export type ProductClaim = RowsOfClaim & {
  reportId: string
  seriesId: string | null
  sourceId: string
  metric: Metric
  value: number
  conversions: number | null
  windowDays: number
  /** Whole days since it was made. */
  age: number
  isComparable: boolean
  /** Of the last row of the ad, inside the window or after it. */
  lastRowAge: number
  /** The other series of the ad that the claim may be about, because it does not say which it means. */
  others: (RowsOfClaim & { seriesId: string })[]
}

/** Every series of one product that is not superseded, and every such claim, newest claim first. */
export type ProductEvidence = { series: ProductSeries[]; claims: ProductClaim[] }

/** Two queries, whatever the number of series. Empty lists for a product without evidence. */
export async function loadProductEvidence(
  db: Rows,
  memory: Memory,
  productId: string,
): Promise<ProductEvidence> {
  const series = await db.rows<ProductSeries>(
    `select s.id, s.evidence,
       case when s.last_day is not null then ${comparisonGroupJson} end as "comparisonGroup",
       coalesce(a.platform_campaign_id, a.campaign_name, '') as campaign,
       jsonb_build_object('cepId', a.cep_id, 'angle', a.angle, 'characterId', a.character_id,
         'noCharacter', nullif(${NO_CHARACTER}, false), 'mediaType', a.media_type,
         'orientation', a.orientation, 'hook', a.hook) as ingredients,
       a.product_name as "productName", a.cep_text as "cepText", a.character_name as "characterName",
       s.last_day::text as "lastDay", ${ageOf('s.last_day')} as "lastRowAge", s.days,
       ${RAN} as ran,
       ${sumsJson('s.')} as plain, ${sumsJson('s.weighted_')} as weighted, ${ordersJson('s.')} as orders,
       s.is_fatigued as "isFatigued", s.is_declining as "isDeclining", s.funnel,
       s.lift_test as "liftTest"
     from series s join ads a on a.id = s.ad_id
     where s.memory_id = $1 and s.product_id = $2 and s.superseded_by is null order by s.id`,
    [memory.id, productId, memory.today],
  )
  const claims = await db.rows<ProductClaim>(
    `select report_id as "reportId", series_id as "seriesId", source_id as "sourceId", metric, value,
       stated_conversions as conversions, window_end - window_start + 1 as "windowDays",
       ${ageOf(`(claimed_at at time zone 'utc')::date`)} as age, is_comparable as "isComparable",
       covered_days as "coveredDays", ${ageOf('last_day')} as "lastRowAge",
       ${sumsJson('')} as sums, ${ordersJson('')} as orders, coalesce(others, '[]') as others
     from claims where memory_id = $1 and product_id = $2 and superseded_by is null
     order by claimed_at desc, report_id desc`,
    [memory.id, productId, memory.today],
  )
  return { series, claims }
}

/** What an ad adds to what is usual in its comparison group. */
export type GroupMember = Pick<ProductSeries, 'plain' | 'funnel'>

/**
 * The sums of all ads in these comparison groups, across all products of the memory. One list per group, in
 * the order of the input.
 */
export async function loadComparisonGroups(
  db: Rows,
  memory: Memory,
  groups: ComparisonGroup[],
): Promise<GroupMember[][]> {
  const rows = await db.rows<GroupMember & { no: number }>(
    `select requested.no - 1 as no, ${sumsJson('s.')} as plain, s.funnel
     from unnest($2::text[], $3::text[], $4::text[], $5::text[])
       with ordinality as requested (objective, currency, conversion_type, attribution, no)
     join series s using (objective, currency, conversion_type, attribution)
     where s.memory_id = $1 and s.superseded_by is null order by s.id`,
    [
      memory.id,
      groups.map(({ objective }) => objective),
      groups.map(({ currency }) => currency),
      groups.map(({ conversionType }) => conversionType),
      groups.map(({ attribution }) => attribution),
    ],
  )
  const byGroup = Map.groupBy(rows, ({ no }) => no)
  return groups.map((_, no) => byGroup.get(no) ?? [])
}

const RAN = `(
  select coalesce(jsonb_agg(jsonb_build_array(lower(span) - date '2000-01-01',
    upper(span) - date '2000-01-01') order by span), '[]')
  from unnest(s.ran) as span)`

const comparisonGroupJson = `jsonb_build_object('objective', s.objective, 'currency', s.currency,
  'conversionType', s.conversion_type, 'attribution', s.attribution)`

const sumNames = ['spend', 'impressions', 'clicks', 'conversions', 'revenue']

/** As JSON, because numeric and bigint columns then arrive as numbers. */
const sumsJson = (prefix: string): string =>
  `jsonb_build_object(${sumNames.map((name) => `'${name}', ${prefix}${name}`).join(', ')})`

const ordersJson = (prefix: string): string =>
  `jsonb_build_object('days', ${prefix}order_days, 'squares', ${prefix}order_squares)`

/** Whole days from the end of a day to the last midnight, so that results stay the same all day. */
const ageOf = (day: string): string => `greatest(0, $3::date - ${day} - 1)`
