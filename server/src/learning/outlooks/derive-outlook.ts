import { type Cell, roundRatio, roundShare, type Tier } from '@atelier/contract'
import { completeWeeks, listLives, type Memory } from '#learning/evidence'
import {
  chooseSeries,
  fitBelief,
  hasOwnBaseline,
  joinSeries,
  type StoredBelief,
  storeBelief,
} from '#learning/planning'
import { type Ad, type BaselineRates, judgeCells } from '#learning/statistics'
import type { Tx } from '#platform/db'
import { foreseeRunning, type StoredRunningAd, type StoredRunningCell } from './foresee-running.ts'
import { isFading, type OwnAd, partsOf, toOwnAd } from './own-ad.ts'

/** A cell with ads, as the plan needs it. */
export type TestedCell = Cell & {
  won: number
  isLastFading: boolean
  /** The first days of its newest ads, as numbers of days. */
  began: number[]
  /** The hook of its best ad that does not fade. */
  hook: string | null
}

/** What the plan of a product is drawn from. */
export type Outlook = {
  belief: StoredBelief
  /** Whether the owner's other products had to help, because this one has too little data. */
  leansOnOwner: boolean
  cells: TestedCell[]
  running: StoredRunningAd[]
  runningCells: StoredRunningCell[]
}

/** What was concluded about the ads of one comparison group. */
type JudgedGroup = {
  ads: Ad[]
  baseline: BaselineRates | null
  standings: { id: string; tier: Tier }[]
}

/** Computes what is believed about the cells of a product, from the sums of its series. */
export async function deriveOutlook(
  tx: Tx,
  memory: Memory,
  productId: string,
  groups: JudgedGroup[],
): Promise<Outlook> {
  await completeWeeks(tx, memory, productId)
  const own = (await listLives(tx, memory, productId)).map(toOwnAd)
  const leansOnOwner = !hasOwnBaseline(chooseSeries(own))
  const all = leansOnOwner ? await loadWithOwner(tx, memory, own) : own
  const chosen = chooseSeries(all)
  const chosenOwn = chosen.filter((life) => life.productId === productId)
  const keys = new Set(chosenOwn.flatMap(({ cell }) => cell?.key ?? []))
  return {
    belief: storeBelief(fitBelief(joinSeries(chosen, all)), keys),
    leansOnOwner,
    cells: describeCells(chosenOwn, groups, memory),
    ...foreseeRunning(chosenOwn, chosen, all, memory.today),
  }
}

async function loadWithOwner(tx: Tx, memory: Memory, own: OwnAd[]): Promise<OwnAd[]> {
  await completeWeeks(tx, memory)
  const known = new Set(own.map(({ id }) => id))
  const others = (await listLives(tx, memory)).map(toOwnAd)
  return [...own, ...others.filter(({ id }) => !known.has(id))]
}

/**
 * Each cell with ads is judged by the comparison group in which most of its ads count; `ads` are those of all
 * groups.
 */
function describeCells(chosen: OwnAd[], groups: JudgedGroup[], { thresholds }: Memory): TestedCell[] {
  const judged = new Map(groups.flatMap((group) => group.ads.map((ad) => [ad.id, { group, ad }])))
  const tiers = new Map(groups.flatMap(({ standings }) => standings.map(({ id, tier }) => [id, tier])))
  const byCell = Map.groupBy(
    chosen.filter(({ cell }) => cell !== null),
    ({ cell }) => cell?.key,
  )
  return [...byCell.values()].flatMap((ads) => {
    const parts = partsOf(ads[0] as OwnAd)
    const known = ads.flatMap(({ id }) => judged.get(id) ?? [])
    const [most = []] = [...Map.groupBy(known, ({ group }) => group).values()].sort(
      (one, other) => other.length - one.length,
    )
    const group = most[0]?.group
    if (!group) return []
    const [cell] = judgeCells(
      [parts],
      most.map(({ ad }) => ad),
      group.baseline,
      thresholds,
    )
    if (!cell) return []
    const { state, estimate, probabilityBetter } = cell
    const newest = ads.reduce((newest, ad) => (ad.began > newest.began ? ad : newest))
    const winners = ads.filter(({ id }) => ['winner', 'promising', 'fatigued'].includes(tiers.get(id) ?? ''))
    return [
      {
        ...parts,
        state,
        estimate: roundRatio(estimate),
        probabilityBetter: roundShare(probabilityBetter),
        ads: ads.length,
        won: probabilityBetter === null ? 0 : winners.length,
        isLastFading: isFading(newest),
        began: ads.map(({ began }) => began).sort((a, b) => b - a),
        hook: hookOf(winners),
      },
    ]
  })
}

/** Of ads that won and do not fade, that of the one with the most money behind it. */
function hookOf(winners: OwnAd[]): string | null {
  const [best] = winners
    .filter((ad) => ad.series.ingredients.hook !== null && !isFading(ad))
    .sort((a, b) => b.series.spend - a.series.spend || (a.id < b.id ? -1 : 1))
  return best?.series.ingredients.hook ?? null
}
