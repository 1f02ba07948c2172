import type { Owner } from '#access/identity'
import {
  listStaleProducts,
  loadComparisonGroups,
  loadProductEvidence,
  lockMemory,
  type Memory,
  type ProductEvidence,
  refreshSums,
  type StaleProduct,
  saveDrifts,
  saveProductConclusions,
  saveStandings,
} from '#learning/evidence'
import { trustOf } from '#learning/statistics'
import type { Db, Tx } from '#platform/db'
import { baselinesOf } from './baselines-of.ts'
import { type BareClaim, drawPatterns } from './derive-patterns.ts'
import {
  comparisonGroupsOf,
  type JudgedGroup,
  judgeComparisonGroup,
  judgeUnseen,
  leansOnOthers,
} from './judge-comparison-group.ts'
import { readTrusts } from './read-reporter-trust.ts'
import { savePatterns } from './save-patterns.ts'

/** Which product conclusions: that of one product, only those that a report has touched, or all. */
type Probe = { productId?: string | undefined; newReportsOnly?: boolean }

/**
 * Brings what is concluded up to the last report and to today: of one product, or of all. Nothing to do is
 * one cheap statement. Each evidence is done in a transaction of its own: reports wait for one at most.
 *
 * Patterns of claims weigh each by the trust in its reporter, and that rests on the verdicts of every
 * product. So a product with such claims waits until all product conclusions that are behind have their
 * verdicts.
 */
export async function conclude(db: Db, owner: Owner, wish: Probe = {}): Promise<void> {
  const stale = await listStaleProducts(db, owner)
  const wanted = stale.filter(
    ({ productId, hasNewReports }) =>
      (wish.productId === undefined || wish.productId === productId) &&
      (hasNewReports || !wish.newReportsOnly),
  )
  const waiting: StaleProduct[] = []
  for (const evidence of wanted) {
    const isDone = await db.transaction((tx) => concludeShelf(tx, owner, evidence, 'if it can'))
    if (!isDone) waiting.push(evidence)
  }
  if (waiting.length > 0 && wanted.length < stale.length) return conclude(db, owner)
  for (const evidence of waiting) await db.transaction((tx) => concludeShelf(tx, owner, evidence, 'now'))
}

/** False where its verdicts are told, but its patterns wait for those of others. */
async function concludeShelf(
  tx: Tx,
  owner: Owner,
  { productId, memoryRevision }: StaleProduct,
  when: 'if it can' | 'now',
): Promise<boolean> {
  const memory = await lockMemory(tx, owner)
  const stale = await listStaleProducts(tx, owner)
  const found = stale.find((evidence) => evidence.productId === productId)
  // Whoever held the lock before may have done it.
  if (!found) return true
  const { evidence, comparisonGroups, bare, leans } = await judgeShelf(tx, memory, productId)
  if (bare.length > 0 && when === 'if it can' && stale.length > 1) return false
  const claims = await weigh(tx, owner, bare)
  const patterns = drawPatterns(owner, productId, evidence, comparisonGroups, claims, memory.thresholds)
  await savePatterns(tx, owner, memory, productId, patterns)
  // What was reported since the look that began all this has not been leaned on, so it will count as news.
  const leanedOn = leans || bare.length > 0 ? memoryRevision : null
  await saveProductConclusions(tx, memory, found, { leanedOn, baselines: baselinesOf(comparisonGroups) })
  return true
}

type Judged = {
  evidence: ProductEvidence
  comparisonGroups: JudgedGroup[]
  bare: BareClaim[]
  leans: boolean
}

/** Where every series of a product stands and what every claim is worth. */
async function judgeShelf(tx: Tx, memory: Memory, productId: string): Promise<Judged> {
  await refreshSums(tx, memory, productId)
  const evidence = await loadProductEvidence(tx, memory, productId)
  const comparisonGroups = comparisonGroupsOf(evidence)
  const leaning = comparisonGroups.filter(leansOnOthers)
  if (leaning.length > 0) await refreshSums(tx, memory)
  const others = await loadComparisonGroups(
    tx,
    memory,
    leaning.map(({ comparisonGroup }) => comparisonGroup),
  )
  const judged = comparisonGroups.map((comparisonGroup) =>
    judgeComparisonGroup(comparisonGroup, others[leaning.indexOf(comparisonGroup)] ?? [], memory.thresholds),
  )
  const bare = bareClaimsOf(evidence)
  const unseen = judgeUnseen(
    bare.map(({ claim }) => claim),
    memory.thresholds,
  )
  await saveStandings(
    tx,
    memory,
    judged.flatMap(({ standings }) => standings),
  )
  await saveDrifts(tx, memory, [...judged.flatMap(({ drifts }) => drifts), ...unseen])
  return { evidence, comparisonGroups: judged, bare, leans: leaning.length > 0 }
}

/** The claims about ads of which there are no rows. */
function bareClaimsOf({ series, claims }: ProductEvidence): BareClaim[] {
  const bare = new Map(series.filter(({ comparisonGroup }) => !comparisonGroup).map((one) => [one.id, one]))
  return claims.flatMap((claim) => {
    const about = bare.get(claim.seriesId ?? '')
    return about ? [{ claim, series: about }] : []
  })
}

/** Each with the trust that its reporter has earned by what could be compared. */
async function weigh(tx: Tx, owner: Owner, claims: BareClaim[]): Promise<(BareClaim & { trust: number })[]> {
  if (claims.length === 0) return []
  const trusts = await readTrusts(tx, owner)
  return claims.map((one) => ({ ...one, trust: trusts.get(one.claim.sourceId) ?? trustOf(0, 0) }))
}
