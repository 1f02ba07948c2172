import {
  CELLS_PER_PLAN,
  orientations,
  type Plan,
  type PlanAnswer,
  type PlanQuery,
  thresholdsByDefault,
} from '@atelier/contract'
import type { Owner } from '#access/identity'
import { listCepsOf } from '#catalog/ceps'
import { listCharacters } from '#catalog/characters'
import { findProduct } from '#catalog/products'
import {
  findMemory,
  loadComparisonGroups,
  loadProductEvidence,
  type Memory,
  readToday,
} from '#learning/evidence'
import { type CellIngredients, judgeCells, samplePlan } from '#learning/statistics'
import type { Db, Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { ensureConclusions } from './ensure-conclusions.ts'
import {
  comparisonGroupsOf,
  judgeComparisonGroup,
  lacksOwnBaseline,
  type ProductGroup,
} from './judge-comparison-group.ts'

/** The newest characters. With 30 CEPs that makes nearly four thousand cells, few enough to judge at once. */
const CHARACTERS_MAX = 20

/**
 * Which creatives to make next for a product: repeat what wins, and try what may be better. Brings
 * conclusions up to date first.
 */
export async function planCreatives(
  db: Db,
  owner: Owner,
  { productId, active, target }: PlanQuery,
): Promise<PlanAnswer> {
  if (!(await findProduct(db, owner, productId)))
    throw new Refusal('not_found', 'You have no product with this id.')
  const age = await ensureConclusions(db, owner, productId)
  const memory = await findMemory(db, owner)
  const thresholds = memory?.thresholds ?? thresholdsByDefault
  const { ads, baseline } = await readLargestGroup(db, memory, productId)
  const cells = judgeCells(await listCells(db, owner, productId), ads, baseline, thresholds)
  const need = Math.max(0, target - active)
  const make = samplePlan(cells, need, `${productId} ${memory?.today ?? (await readToday(db))}`)
  const shown = cells.slice(0, CELLS_PER_PLAN).map(({ mean: _, sd: __, ...cell }) => cell)
  return { plan: { need, cells: shown, make }, message: messageOf(need, cells.length, make), ...age }
}

/**
 * The comparison group with the most rows. Cells are compared with each other, so all their ads must be in
 * one comparison group.
 */
async function readLargestGroup(db: Rows, memory: Memory | undefined, productId: string) {
  const groups = memory ? comparisonGroupsOf(await loadProductEvidence(db, memory, productId)) : []
  const [largest] = groups.sort((one, other) => rowCountOf(other) - rowCountOf(one))
  if (!memory || !largest) return { ads: [], baseline: null }
  const [others = []] = lacksOwnBaseline(largest)
    ? await loadComparisonGroups(db, memory, [largest.comparisonGroup])
    : []
  return judgeComparisonGroup(largest, others, memory.thresholds)
}

const rowCountOf = ({ series }: ProductGroup): number => series.reduce((sum, { days }) => sum + days, 0)

/** Every combination of CEP, character (or none), media type and orientation. */
async function listCells(db: Rows, owner: Owner, productId: string): Promise<CellIngredients[]> {
  const ceps = await listCepsOf(db, owner, { productId })
  const { characters } = await listCharacters(db, owner, { limit: CHARACTERS_MAX })
  const characterIds = [null, ...characters.map(({ id }) => id)]
  const mediaTypes = ['IMAGE', 'VIDEO'] as const
  return ceps.flatMap(({ id: cepId }) =>
    characterIds.flatMap((characterId) =>
      mediaTypes.flatMap((mediaType) =>
        orientations.map((orientation) => ({ cepId, characterId, mediaType, orientation })),
      ),
    ),
  )
}

function messageOf(need: number, cells: number, make: Plan['make']): string {
  if (cells === 0) return 'The product has no active CEP. Create one or more, then request the plan again.'
  if (need === 0)
    return 'Enough ads are running. Make nothing; report their rows and request the plan again tomorrow.'
  if (make.length === 0)
    return 'Every combination loses or is fatigued. Create new CEPs, then request the plan again.'
  return `Make ${need} ${need === 1 ? 'creative' : 'creatives'} as in \`make\`, then report their rows.`
}
