import type { Evidence, Ingredients, Metric } from '@atelier/contract'
import type { OrderValueSums, Sums } from '#learning/statistics'
import type { Rows } from '#platform/db'
import type { Memory } from './lock-memory.ts'

/** The ads that may be compared with each other: what they are for, and how it is counted. */
export type ComparisonGroup = {
  objective: string
  currency: string
  conversionType: string
  attribution: string
}

/** All that conclusions look at of one series. Only one with rows has a comparison group and days. */
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
  plain: Sums
  weighted: Sums
  orders: OrderValueSums
  isFatigued: boolean
  isDeclining: boolean
}

/** A claim that counts, with the sums of the rows inside its window. */
export type ProductClaim = {
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
  coveredDays: number
  lastRowAge: number
  sums: Sums
  orders: OrderValueSums
}

/** One product of a memory: every series that was not superseded, and every claim; the newest claim first. */
export type ProductEvidence = { series: ProductSeries[]; claims: ProductClaim[] }

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
         'mediaType', a.media_type, 'orientation', a.orientation, 'hook', a.hook) as ingredients,
       a.product_name as "productName", a.cep_text as "cepText", a.character_name as "characterName",
       s.last_day::text as "lastDay", ${ageOf('s.last_day')} as "lastRowAge", s.days,
       ${sumsJson('s.')} as plain, ${sumsJson('s.weighted_')} as weighted, ${ordersJson('s.')} as orders,
       s.is_fatigued as "isFatigued", s.is_declining as "isDeclining"
     from series s join ads a on a.id = s.ad_id
     where s.memory_id = $1 and s.product_id = $2 and s.superseded_by is null order by s.id`,
    [memory.id, productId, memory.today],
  )
  const claims = await db.rows<ProductClaim>(
    `select report_id as "reportId", series_id as "seriesId", source_id as "sourceId", metric, value,
       stated_conversions as conversions, window_end - window_start + 1 as "windowDays",
       ${ageOf(`(claimed_at at time zone 'utc')::date`)} as age, is_comparable as "isComparable",
       covered_days as "coveredDays", ${ageOf('last_day')} as "lastRowAge",
       ${sumsJson('')} as sums, ${ordersJson('')} as orders
     from claims where memory_id = $1 and product_id = $2 and superseded_by is null
     order by claimed_at desc, report_id desc`,
    [memory.id, productId, memory.today],
  )
  return { series, claims }
}

/**
 * The sums of all ads of some comparison groups, of whatever product, in the order in which they were asked
 * for.
 */
export async function loadComparisonGroups(
  db: Rows,
  memory: Memory,
  groups: ComparisonGroup[],
): Promise<{ plain: Sums }[][]> {
  const rows = await db.rows<{ no: number; plain: Sums }>(
    `select requested.no - 1 as no, ${sumsJson('s.')} as plain
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

const comparisonGroupJson = `jsonb_build_object('objective', s.objective, 'currency', s.currency,
  'conversionType', s.conversion_type, 'attribution', s.attribution)`

const sumNames = ['spend', 'impressions', 'clicks', 'conversions', 'revenue']

/** As JSON, because a number of any column then comes as a number. */
const sumsJson = (prefix: string): string =>
  `jsonb_build_object(${sumNames.map((name) => `'${name}', ${prefix}${name}`).join(', ')})`

const ordersJson = (prefix: string): string =>
  `jsonb_build_object('days', ${prefix}order_days, 'squares', ${prefix}order_squares)`

/** Days since the end of a day, as of the last midnight, so that an answer is the same all day. */
const ageOf = (day: string): string => `greatest(0, $3::date - ${day} - 1)`
