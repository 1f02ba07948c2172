import type { DriftQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'
import { type ClaimView, claimColumns, type SubjectView } from './claim-view.ts'

type Row = SubjectView & { id: string; created_at: Date; claim: ClaimView }

/** One page, newest claim first, without superseded claims. */
export async function listClaims(
  db: Rows,
  owner: Owner,
  query: DriftQuery,
): Promise<{ shown: Row[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor, 'report')
  const values = [owner.userId, owner.mode, query.limit + 1, after.createdAt, after.id]
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = [
    'memory_id = (select id from memories where user_id = $1 and mode = $2)',
    '(claimed_at, report_id) < ($4::timestamptz, $5::text)',
    'superseded_by is null',
  ]
  if (query.productId !== undefined) conditions.push(`product_id = ${parameter(query.productId)}`)
  if (query.verdict) conditions.push(`verdict = ${parameter(query.verdict)}`)
  const rows = await db.rows<Row>(
    `select listed.report_id as id, listed.claimed_at as created_at, to_jsonb(listed) as claim,
       a.platform_ad_id, a.media_id, a.product_id, a.campaign_name
     from (
       select report_id, ad_id, ${claimColumns} from claims where ${conditions.join(' and ')}
       order by claimed_at desc, report_id desc limit $3
     ) listed join ads a on a.id = listed.ad_id
     order by listed.claimed_at desc, listed.report_id desc`,
    values,
  )
  return pageOf(rows, query.limit)
}

/** The subject of a claim, for links from search hits. */
export type FoundClaim = {
  report_id: string
  product_id: string
  series_id: string | null
  platform_ad_id: string | null
  media_id: string | null
  cep_id: string | null
}

/** The claims of these reports, in no particular order. */
export async function findClaims(db: Rows, owner: Owner, reportIds: string[]): Promise<FoundClaim[]> {
  if (reportIds.length === 0) return []
  return db.rows<FoundClaim>(
    `select c.report_id, c.product_id, c.series_id, a.platform_ad_id, a.media_id, a.cep_id
     from claims c join ads a on a.id = c.ad_id
     where c.memory_id = (select id from memories where user_id = $1 and mode = $2)
       and c.report_id = any($3::text[])`,
    [owner.userId, owner.mode, reportIds],
  )
}
