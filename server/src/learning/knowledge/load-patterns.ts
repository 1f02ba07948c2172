import { Baseline, isIdOf, type Pattern, type PatternsQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { explainEmptiness, listConclusions } from '#learning/evidence'
import type { Db, Rows } from '#platform/db'
import type { StoredBaseline } from './baselines-of.ts'
import { type ConclusionAge, ensureConclusions } from './ensure-conclusions.ts'
import { listPatterns } from './list-patterns.ts'

type PatternsPage = {
  patterns: Pattern[]
  baseline: Baseline | null
  nextCursor: string | null
  message?: string
}

/** One page of patterns, best proven first, and the baseline. Brings conclusions up to date first. */
export async function loadPatterns(
  db: Db,
  owner: Owner,
  query: PatternsQuery,
): Promise<PatternsPage & ConclusionAge> {
  if (query.productId !== undefined && !isIdOf('product', query.productId))
    return { patterns: [], baseline: null, nextCursor: null }
  const age = await ensureConclusions(db, owner, query.productId)
  const [page, baseline] = await Promise.all([listPatterns(db, owner, query), findBaseline(db, owner, query)])
  const note = await explainEmptiness(db, owner, query, page.patterns)
  return { ...page, baseline, ...age, ...note }
}

/** The baseline of the comparison group with the most rows, among those that match the query. */
async function findBaseline(
  db: Rows,
  owner: Owner,
  { productId, metric }: PatternsQuery,
): Promise<Baseline | null> {
  const conclusions = await listConclusions(db, owner, productId)
  const [best] = conclusions
    .flatMap(({ baselines }) => baselines as StoredBaseline[])
    .filter((stored) => !metric || stored.metric === metric)
    .sort((a, b) => b.rows - a.rows)
  // In the order of the contract, as the patterns are.
  return best ? (Baseline.safeParse(best.baseline).data ?? best.baseline) : null
}
