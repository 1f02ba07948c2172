import type { Metric, Tier, Verdict } from '@atelier/contract'
import type { Tx } from '#platform/db'
import type { StoredDrift } from './claim-view.ts'
import type { FunnelStanding } from './funnel-sums.ts'
import { type ProductConclusions, RULES, type StaleProduct } from './list-conclusions.ts'
import type { Memory } from './lock-memory.ts'

/** The tier and the estimate of one series. */
export type SeriesStanding = {
  id: string
  metric: Metric
  tier: Tier
  estimate: number | null
  low: number | null
  high: number | null
  baseline: number | null
  funnel: FunnelStanding | null
  belowTarget: boolean
}

/** The verdict and the figures of one claim. */
export type ClaimDrift = { reportId: string; verdict: Verdict; delta: number | null; drift: StoredDrift }

/** Saves tier and estimate of each series. Unchanged rows are not written. */
export async function saveStandings(tx: Tx, memory: Memory, standings: SeriesStanding[]): Promise<void> {
  await tx.rows(
    `update series s set metric = f.metric, tier = f.tier, estimate = f.estimate, low = f.low,
       high = f.high, baseline = f.baseline, funnel_standing = f.funnel, below_target = f.below_target
     from unnest($2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
       $9::jsonb[], $10::boolean[])
       as f (id, metric, tier, estimate, low, high, baseline, funnel, below_target)
     where s.id = f.id and s.memory_id = $1
       and (s.metric, s.tier, s.estimate, s.low, s.high, s.baseline, s.funnel_standing, s.below_target)
         is distinct from
           (f.metric, f.tier, f.estimate, f.low, f.high, f.baseline, f.funnel, f.below_target)`,
    [
      memory.id,
      standings.map(({ id }) => id),
      standings.map(({ metric }) => metric),
      standings.map(({ tier }) => tier),
      standings.map(({ estimate }) => estimate),
      standings.map(({ low }) => low),
      standings.map(({ high }) => high),
      standings.map(({ baseline }) => baseline),
      standings.map(({ funnel }) => funnel && JSON.stringify(funnel)),
      standings.map(({ belowTarget }) => belowTarget || null),
    ],
  )
}

/** Saves verdict and figures of each claim. Unchanged rows are not written. */
export async function saveDrifts(tx: Tx, memory: Memory, drifts: ClaimDrift[]): Promise<void> {
  await tx.rows(
    `update claims c set verdict = f.verdict, delta = f.delta, drift = f.drift
     from unnest($2::text[], $3::text[], $4::float8[], $5::jsonb[]) as f (report_id, verdict, delta, drift)
     where c.memory_id = $1 and c.report_id = f.report_id
       and (c.verdict, c.delta, c.drift) is distinct from (f.verdict, f.delta, f.drift)`,
    [
      memory.id,
      drifts.map(({ reportId }) => reportId),
      drifts.map(({ verdict }) => verdict),
      drifts.map(({ delta }) => delta),
      drifts.map(({ drift }) => JSON.stringify(drift)),
    ],
  )
}

/** Marks the conclusions of a product as up to date with the revision that they were computed from. */
export async function saveProductConclusions(
  tx: Tx,
  memory: Memory,
  { productId, revision }: StaleProduct,
  conclusion: ProductConclusions,
): Promise<void> {
  await tx.row(
    `update product_conclusions set concluded_revision = $3, concluded_on = $4, baseline = $5,
       concluded_at = $6
     where memory_id = $1 and product_id = $2`,
    [
      memory.id,
      productId,
      revision,
      memory.today,
      JSON.stringify({ ...conclusion, rules: RULES }),
      memory.now,
    ],
  )
}
