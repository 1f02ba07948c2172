import type { Owner } from '#access/identity'
import {
  inConclusionTurn,
  listStaleProducts,
  loadComparisonGroups,
  loadProductEvidence,
  lockMemory,
  type Memory,
  type ProductEvidence,
  refreshSums,
  type StaleProduct,
  saveDrifts,
  saveOutlook,
  saveProductConclusions,
  saveStandings,
} from '#learning/evidence'
import { deriveOutlook } from '#learning/outlooks'
import { trustOf } from '#learning/statistics'
import type { Db, Tx } from '#platform/db'
import { baselinesOf } from './baselines-of.ts'
import { type ClaimWithoutRows, derivePatterns } from './derive-patterns.ts'
import {
  comparisonGroupsOf,
  type JudgedGroup,
  judgeClaims,
  judgeComparisonGroup,
  lacksOwnBaseline,
} from './judge-comparison-group.ts'
import { readReporterTrust } from './read-reporter-trust.ts'
import { savePatterns } from './save-patterns.ts'

/** One product, only products with new reports, or (empty) all. */
type ProductFilter = { productId?: string | undefined; newReportsOnly?: boolean }

/** The longest wait for a turn. A caller waits less, but the next one gets what was computed. */
const TURN_WAIT_MS = 3_000
/** A memory that another process has locked for longer is being changed. */
const LOCK_WAIT_MS = 500

/**
 * Recomputes conclusions that are out of date (tiers, verdicts, patterns, baselines), for one product or for
 * all. If none is, it costs one cheap statement. Each product has its own transaction, so a report waits for
 * one product at most. Throws `MemoryBusy` when it meets a report or an import.
 *
 * Patterns of claims weigh each claim by the trust in its reporter, and trust depends on the verdicts of all
 * products. So a product with such claims is deferred until every product that is out of date has its
 * verdicts.
 */
export async function conclude(db: Db, owner: Owner, filter: ProductFilter = {}): Promise<void> {
  const stale = await listStaleProducts(db, owner)
  const wanted = stale.filter(
    ({ productId, hasNewReports }) =>
      (filter.productId === undefined || filter.productId === productId) &&
      (hasNewReports || !filter.newReportsOnly),
  )
  const deferred: StaleProduct[] = []
  for (const product of wanted) {
    const isDone = await inTurn(db, owner, (tx) => concludeProduct(tx, owner, product, 'may defer'))
    if (!isDone) deferred.push(product)
  }
  if (deferred.length > 0 && wanted.length < stale.length) return conclude(db, owner)
  for (const product of deferred)
    await inTurn(db, owner, (tx) => concludeProduct(tx, owner, product, 'must finish'))
}

const inTurn = <T>(db: Db, owner: Owner, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inConclusionTurn(owner, TURN_WAIT_MS, () =>
    db.transaction(async (tx) => {
      await tx.row(`set local lock_timeout = ${LOCK_WAIT_MS}`)
      return work(tx)
    }),
  )

/**
 * Concludes one product under the lock of the memory. Returns false when its verdicts are saved but its
 * patterns are deferred, because other products still lack their verdicts.
 */
async function concludeProduct(
  tx: Tx,
  owner: Owner,
  { productId, memoryRevision }: StaleProduct,
  mode: 'may defer' | 'must finish',
): Promise<boolean> {
  const memory = await lockMemory(tx, owner)
  const stale = await listStaleProducts(tx, owner)
  const found = stale.find((product) => product.productId === productId)
  // Another caller concluded it while this one waited for the lock.
  if (!found) return true
  const { evidence, groups, claimsWithoutRows, usesOtherProducts } = await judgeProduct(tx, memory, productId)
  if (claimsWithoutRows.length > 0 && mode === 'may defer' && stale.length > 1) return false
  const claims = await addTrust(tx, owner, claimsWithoutRows)
  const patterns = derivePatterns({
    owner,
    productId,
    evidence,
    groups,
    claims,
    thresholds: memory.thresholds,
  })
  await savePatterns(tx, owner, memory, { productId, patterns })
  const outlook = await deriveOutlook(tx, memory, productId, groups)
  await saveOutlook(tx, memory, productId, outlook)
  // The revision read before any product was concluded: a report that arrived since then is not included, so
  // it must make these conclusions out of date.
  const leans = usesOtherProducts || outlook.leansOnOwner || claimsWithoutRows.length > 0
  const leanedOn = leans ? memoryRevision : null
  await saveProductConclusions(tx, memory, found, { leanedOn, baselines: baselinesOf(groups) })
  return true
}

type JudgedProduct = {
  evidence: ProductEvidence
  groups: JudgedGroup[]
  claimsWithoutRows: ClaimWithoutRows[]
  usesOtherProducts: boolean
}

/** Computes and saves the tier of every series of a product and the verdict of every claim. */
async function judgeProduct(tx: Tx, memory: Memory, productId: string): Promise<JudgedProduct> {
  await refreshSums(tx, memory, productId)
  const evidence = await loadProductEvidence(tx, memory, productId)
  const groups = comparisonGroupsOf(evidence)
  const withoutOwnBaseline = groups.filter(lacksOwnBaseline)
  if (withoutOwnBaseline.length > 0) await refreshSums(tx, memory)
  const ownerAds = await loadComparisonGroups(
    tx,
    memory,
    withoutOwnBaseline.map(({ comparisonGroup }) => comparisonGroup),
  )
  const judgedAds = groups.map((group) =>
    judgeComparisonGroup(group, ownerAds[withoutOwnBaseline.indexOf(group)] ?? [], memory.thresholds),
  )
  const { groups: judged, drifts } = judgeClaims(judgedAds, evidence.claims, memory.thresholds)
  await saveStandings(
    tx,
    memory,
    judged.flatMap(({ standings }) => standings),
  )
  await saveDrifts(tx, memory, drifts)
  const claimsWithoutRows = claimsWithoutRowsOf(evidence)
  return { evidence, groups: judged, claimsWithoutRows, usesOtherProducts: withoutOwnBaseline.length > 0 }
}

/** The claims about ads that have no rows. */
function claimsWithoutRowsOf({ series, claims }: ProductEvidence): ClaimWithoutRows[] {
  const seriesWithoutRows = new Map(
    series.filter(({ comparisonGroup }) => !comparisonGroup).map((one) => [one.id, one]),
  )
  return claims.flatMap((claim) => {
    const about = seriesWithoutRows.get(claim.seriesId ?? '')
    return about ? [{ claim, series: about }] : []
  })
}

/** Adds to each claim the trust in its reporter. */
async function addTrust(
  tx: Tx,
  owner: Owner,
  claims: ClaimWithoutRows[],
): Promise<(ClaimWithoutRows & { trust: number })[]> {
  if (claims.length === 0) return []
  const trusts = await readReporterTrust(tx, owner)
  return claims.map((one) => ({ ...one, trust: trusts.get(one.claim.sourceId) ?? trustOf(0, 0) }))
}
