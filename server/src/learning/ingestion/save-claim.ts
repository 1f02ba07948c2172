import type { Evidence, Metric } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { removeRecord } from '#catalog/search'
import type { AdFacts, AdRow, Memory } from '#learning/evidence'
import { refreshClaims, refreshFatigue, refreshWeeks, sumSeries } from '#learning/evidence'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { resolveAds } from './resolve-ads.ts'
import { bumpRevisions, indexSeries } from './save-rows.ts'

/** A claim about an ad. Its note is stored by #learning/notes as well. */
export type NewClaim = {
  reportId: string
  sourceId: string
  source: string
  claimedAt: Date
  about: AdFacts
  metric: Metric
  value: number
  windowStart: string
  windowEnd: string
  conversions: number | null
  conversionType: string | null
  attribution: string | null
  note: string | null
}

/**
 * Saves a claim into a locked memory and compares it with the rows of its window, if there are any. It
 * supersedes an earlier claim of the same source about the same ad, metric and window. Returns the evidence
 * of the series that it is compared with: rows are evidence about the ad, but the claim stays a claim.
 */
export async function saveClaim(tx: Tx, owner: Owner, memory: Memory, claim: NewClaim): Promise<Evidence> {
  const { ads, changed, products, merged } = await resolveAds(tx, memory.id, [claim.about])
  const ad = ads[0] as AdRow
  if (merged.series.length > 0) {
    await sumSeries(tx, merged.series, memory.today)
    await refreshFatigue(tx, merged.series)
    await refreshWeeks(tx, merged.series)
  }
  await insertClaim(tx, memory.id, ad, claim)
  const claimOnlySeries = await upsertClaimOnlySeries(tx, memory.id, [ad.id])
  await refreshClaims(tx, [ad.id])
  await bumpRevisions(tx, memory.id, products)
  await indexSeries(tx, owner, claimOnlySeries, changed)
  for (const id of merged.removed) await removeRecord(tx, owner, 'history', id)
  return evidenceOf(tx, memory.id, claim.reportId)
}

/**
 * Creates or updates the series of ads that have claims but no rows, so that history lists them. Returns
 * their ids.
 */
export async function upsertClaimOnlySeries(tx: Tx, memoryId: number, adIds: number[]): Promise<string[]> {
  const upserted = await tx.rows<{ id: string }>(
    `insert into series (id, memory_id, ad_id, product_id, evidence, source, reported_at)
     select fresh.id, $1, ad_id, newest.product_id, 'claimed', newest.source, newest.claimed_at
     from unnest($2::text[], $3::bigint[]) as fresh(id, ad_id) cross join lateral (
       select product_id, source, claimed_at from claims where claims.ad_id = fresh.ad_id
       order by claimed_at desc, report_id desc limit 1
     ) newest
     where not exists (select from series where series.ad_id = fresh.ad_id and conversion_type is not null)
     on conflict (ad_id, conversion_type, attribution, currency) do update
       set source = excluded.source, reported_at = excluded.reported_at
     returning id`,
    [memoryId, adIds.map(() => newId('history')), adIds],
  )
  return upserted.map(({ id }) => id)
}

const insertClaim = (tx: Tx, memoryId: number, ad: AdRow, claim: NewClaim): Promise<unknown> =>
  tx.row(
    `insert into claims (memory_id, report_id, ad_id, product_id, source_id, source, metric, value,
       window_start, window_end, stated_conversions, conversion_type, attribution, note, claimed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      memoryId,
      claim.reportId,
      ad.id,
      ad.product_id,
      claim.sourceId,
      claim.source,
      claim.metric,
      claim.value,
      claim.windowStart,
      claim.windowEnd,
      claim.conversions,
      claim.conversionType,
      claim.attribution,
      claim.note,
      claim.claimedAt,
    ],
  )

/** The evidence of the series that the claim is compared with. */
async function evidenceOf(tx: Tx, memoryId: number, reportId: string): Promise<Evidence> {
  const row = await tx.row<{ evidence: Evidence }>(
    `select s.evidence from claims c join series s on s.id = c.series_id
     where c.memory_id = $1 and c.report_id = $2`,
    [memoryId, reportId],
  )
  return row?.evidence ?? 'claimed'
}
