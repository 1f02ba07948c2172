// What the service planned by until it learned one belief of all cells: Thompson sampling of each cell alone.
// It stays as a rule to compare with.

import { type CellIngredients, type JudgedCell, seededRandom } from '#learning/statistics'

type Planned = CellIngredients & { count: number }

/**
 * For each creative every cell that is neither tired nor losing draws a value from the distribution of its
 * log lift, and the highest draw gets the creative. One cell gets at most half of them, unless it is the only
 * one.
 */
export function samplePlan(cells: JudgedCell[], need: number, seed: string): Planned[] {
  const random = seededRandom(seed)
  // In a fixed order, so that the plan does not depend on the order of the input.
  const candidates = cells
    .filter(({ state }) => state !== 'tired' && state !== 'losing')
    .map((cell) => ({ cell, key: nameOf(cell), count: 0 }))
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
    .map(({ cell: { cepId, characterId, mediaType, orientation }, count }) => ({
      cepId,
      characterId,
      mediaType,
      orientation,
      count,
    }))
}

export const nameOf = ({ cepId, characterId, mediaType, orientation }: CellIngredients) =>
  [cepId, characterId ?? '', mediaType, orientation].join(' ')
