import type { Evidence, Ingredients } from '@atelier/contract'
import type { Rows } from '#platform/db'
import type { ComparisonGroup } from './load-product-evidence.ts'
import type { Memory } from './lock-memory.ts'

/** How the results of a series went on from week to week. */
export type SeriesLife = {
  id: string
  adId: number
  productId: string
  platformAdId: string | null
  mediaId: string | null
  comparisonGroup: ComparisonGroup
  evidence: Evidence
  ingredients: Ingredients
  cepText: string | null
  firstDay: string
  lastDay: string
  /** The first day, as a number of days. */
  began: number
  lastRowAge: number
  days: number
  spend: number
  revenue: number
  isFatigued: boolean
  isDeclining: boolean
  /** Week, days with rows, spend, impressions, clicks, conversions. */
  weeks: [number, number, number, number, number, number][]
}

/** Enough to learn how ads of an owner fade, however many it has. */
const LIVES_OF_OWNER = 2_000

/** The series with rows in the last 180 days: of one product, or the newest of all products of the owner. */
export const listLives = (db: Rows, memory: Memory, productId?: string): Promise<SeriesLife[]> =>
  db.rows<SeriesLife>(
    `select s.id, s.ad_id as "adId", s.product_id as "productId", a.platform_ad_id as "platformAdId",
       a.media_id as "mediaId", s.evidence,
       jsonb_build_object('objective', s.objective, 'currency', s.currency,
         'conversionType', s.conversion_type, 'attribution', s.attribution) as "comparisonGroup",
       jsonb_build_object('cepId', a.cep_id, 'angle', a.angle, 'characterId', a.character_id,
         'mediaType', a.media_type, 'orientation', a.orientation, 'hook', a.hook) as ingredients,
       a.cep_text as "cepText", s.first_day::text as "firstDay", s.last_day::text as "lastDay",
       s.first_day - date '1970-01-01' as began, greatest(0, $2::date - s.last_day - 1) as "lastRowAge",
       s.days, s.spend::float8, s.revenue::float8, s.is_fatigued as "isFatigued",
       s.is_declining as "isDeclining", s.weeks
     from series s join ads a on a.id = s.ad_id
     where s.memory_id = $1 and s.superseded_by is null and s.days > 0 and s.weeks is not null
       ${productId === undefined ? '' : 'and s.product_id = $3'}
     order by s.last_day desc, s.id ${productId === undefined ? `limit ${LIVES_OF_OWNER}` : ''}`,
    [memory.id, memory.today, ...(productId === undefined ? [] : [productId])],
  )
