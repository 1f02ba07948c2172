import type { Plan } from '@atelier/contract'
import { cellKey, type JudgedCell } from './judge-cells.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * What to make next, by Thompson sampling: for every place each usable cell says how good it might be, and
 * the boldest gets it. So what is known to be good is repeated, and what is little known is tried as often as
 * it might be better. The seed is the product and the day: who asks again reads the same plan.
 *
 * One cell gets half of the places at most, so that a day never hangs on one idea. Two cells always have room
 * for everybody; a single one has not, and gets all places: the plan is to be filled, and to nothing else
 * could they go. Without any usable cell the plan stays empty.
 */
export function samplePlan(cells: JudgedCell[], need: number, seed: string): Plan['make'] {
  const random = seededRandom(seed)
  // In an order of their own, so that the plan does not hang on the order they were listed in.
  const candidates = cells
    .filter(({ state }) => state !== 'tired' && state !== 'losing')
    .map((cell) => ({ cell, key: cellKey(cell), count: 0 }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const maxPerCell = candidates.length === 1 ? need : Math.ceil(need / 2)
  for (let made = 0; made < need && candidates.length > 0; made++) {
    // Drawn for those that are full, too: how full a cell is must not move the dice of the others.
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
