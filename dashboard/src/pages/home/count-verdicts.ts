import type { DriftItem, Verdict } from '@atelier/contract'

/** Only these say that a claim was compared with observations. */
const CHECKED: Verdict[] = ['overstated', 'understated', 'confirmed']

export function countVerdicts(items: Pick<DriftItem, 'verdict'>[]) {
  const count = (wanted: Verdict[]) => items.filter(({ verdict }) => wanted.includes(verdict)).length
  return {
    checked: count(CHECKED),
    overstated: count(['overstated']),
    understated: count(['understated']),
  }
}
