// Which creatives to make next, by Thompson sampling.
// Input: the judged cells, the number of creatives to make, a seed. Output: how many creatives to make in
// which cell, and why.

import type { Plan } from '@atelier/contract'
import { cellKey, type JudgedCell } from './judge-cells.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * For each creative every usable cell draws a value from the distribution of its log lift, and the highest
 * draw gets the creative. So good cells are repeated, and uncertain ones are tried as often as they may be
 * better. The seed is product and day: a repeated request returns the same plan.
 *
 * One cell gets at most half of the creatives, so that a day does not depend on one idea. A single usable
 * cell gets all of them, because there is no other. Without a usable cell the plan is empty.
 */
export function samplePlan(cells: JudgedCell[], need: number, seed: string): Plan['make'] {
  const random = seededRandom(seed)
  // In a fixed order, so that the plan does not depend on the order of the input.
  const candidates = cells
    .filter(({ state }) => state !== 'tired' && state !== 'losing')
    .map((cell) => ({ cell, key: cellKey(cell), count: 0 }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const maxPerCell = candidates.length === 1 ? need : Math.ceil(need / 2)
  for (let made = 0; made < need && candidates.length > 0; made++) {
    // A full cell draws too: otherwise it would shift the random numbers of the others.
    const draws = candidates.map((candidate) => ({
      candidate,
      value: candidate.cell.mean + candidate.cell.sd * random.normal(),
    }))
    const available = draws.filter(({ candidate }) => candidate.count < maxPerCell)
    const best = available.reduce((best, next) => (next.value > best.value ? next : best))
    best.candidate.count++
  }
  return candidates
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ cell: { cepId, characterId, mediaType, orientation, ...cell }, count }) => ({
      cepId,
      characterId,
      mediaType,
      orientation,
      count,
      reason: reasonOf(cell),
    }))
}

function reasonOf({
  state,
  probabilityBetter,
  ads,
}: Pick<JudgedCell, 'state' | 'probabilityBetter' | 'ads'>) {
  if (state === 'untested') return 'Untested: it may do better than what ran so far.'
  const sample = `on ${ads} ${ads === 1 ? 'ad' : 'ads'}`
  if (probabilityBetter === null) return `Open: not enough data to compare, ${sample}.`
  const likelihood = `${Math.round(100 * probabilityBetter)}% likely to beat the baseline, ${sample}`
  return state === 'winning' ? `Winning: ${likelihood}.` : `Open: ${likelihood}; more data is needed.`
}
