import type { HistoryRow, Tier } from '@atelier/contract'

/** A claim alone, or too little, is no tier that a picture would carry. */
const SHOWN: Tier[] = ['winner', 'fatigued', 'promising', 'loser']

/** One result may have run in several ads: the first of these tiers counts. */
export function tiersOf(
  rows: Pick<HistoryRow, 'generatedMediaId' | 'tier' | 'observed' | 'supersededBy'>[],
): Map<string, Tier> {
  const tiers = new Map<string, Tier>()
  for (const tier of SHOWN)
    for (const row of rows)
      if (row.tier === tier && row.observed && !row.supersededBy && row.generatedMediaId)
        if (!tiers.has(row.generatedMediaId)) tiers.set(row.generatedMediaId, tier)
  return tiers
}
