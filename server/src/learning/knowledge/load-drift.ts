import {
  type DriftItem,
  type DriftQuery,
  isIdOf,
  type Reporter,
  roundRatio,
  roundShare,
} from '@atelier/contract'
import type { Owner } from '#access/identity'
import { listClaims, listReporters, type ReporterView } from '#learning/evidence'
import { biasOf, trustOf } from '#learning/statistics'
import type { Db } from '#platform/db'
import { type ConclusionAge, ensureConclusions } from './ensure-conclusions.ts'
import { presentDrift } from './present-drift.ts'

/**
 * One page of claims with what was observed, and the trust in each reporter across all products. Brings
 * conclusions up to date first.
 */
export async function loadDrift(
  db: Db,
  owner: Owner,
  query: DriftQuery,
): Promise<{ drift: DriftItem[]; reporters: Reporter[]; nextCursor: string | null } & ConclusionAge> {
  const age = await ensureConclusions(db, owner)
  const isInvalidId = query.productId !== undefined && !isIdOf('product', query.productId)
  const [{ shown, nextCursor }, reporters] = await Promise.all([
    isInvalidId ? { shown: [], nextCursor: null } : listClaims(db, owner, query),
    listReporters(db, owner),
  ])
  return {
    drift: shown.map((row) => presentDrift(row.claim, row)),
    reporters: reporters.map(presentReporter),
    nextCursor,
    ...age,
  }
}

/** The bias is a median of logarithms; as a percentage it reads as `driftPct` does. */
function presentReporter({ source, comparable, confirmed, deltas }: ReporterView): Reporter {
  const bias = biasOf(deltas)
  return {
    source,
    comparable,
    confirmed,
    trust: roundShare(trustOf(confirmed, comparable)),
    biasPct: roundRatio(bias === null ? null : 100 * Math.expm1(bias)),
    bias: roundRatio(bias),
  }
}
