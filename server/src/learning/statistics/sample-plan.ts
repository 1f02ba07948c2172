import type { Plan } from '@atelier/contract'
import { type JudgedCell, keyOf } from './judge-cells.ts'
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
  const chance = seededRandom(seed)
  // In an order of their own, so that the plan does not hang on the order they were listed in.
  const usable = cells
    .filter(({ state }) => state !== 'tired' && state !== 'losing')
    .map((cell) => ({ cell, key: keyOf(cell), count: 0 }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const most = usable.length === 1 ? need : Math.ceil(need / 2)
  for (let place = 0; place < need && usable.length > 0; place++) {
    // Drawn for those that are full, too: how full a cell is must not move the dice of the others.
    const drawn = usable.map((one) => ({ one, value: one.cell.mean + one.cell.sd * chance.normal() }))
    const open = drawn.filter(({ one }) => one.count < most)
    const best = open.reduce((best, next) => (next.value > best.value ? next : best))
    best.one.count++
  }
  return usable
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
  const chance = `${Math.round(100 * probabilityBetter)}% likely to beat the baseline, ${sample}`
  return state === 'winning' ? `Winning: ${chance}.` : `Open: ${chance}; more data is needed.`
}
