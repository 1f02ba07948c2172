import type { Cep, HistoryRow, Media, Tier } from '@atelier/contract'

/** Worst to best, as in the contract. */
const order: Tier[] = ['loser', 'unproven', 'promising', 'fatigued', 'winner']

/** One entry point with what is known about it. */
export type Place = {
  point: Cep
  /** Null: no ad of it has run. */
  tier: Tier | null
  ads: number
  /** The row with the best tier. */
  best: HistoryRow | null
  /** The picture of the best row, otherwise the newest one that was made for it. */
  pictureId: string | null
}

const isBetter = (one: HistoryRow, other: HistoryRow): boolean => {
  const tiers = order.indexOf(one.tier) - order.indexOf(other.tier)
  return tiers === 0 ? (one.conversions ?? 0) > (other.conversions ?? 0) : tiers > 0
}

const adOf = ({ platformAdId, generatedMediaId, id }: HistoryRow): string =>
  platformAdId ?? generatedMediaId ?? id

/** Every entry point with its best result and picture. `media` is newest first. */
export const placesOf = (points: Cep[], history: HistoryRow[], media: Media[]): Place[] =>
  points.map((point) => {
    const rows = history.filter(({ cepId }) => cepId === point.id)
    const best = rows.reduce<HistoryRow | null>(
      (found, row) => (found === null || isBetter(row, found) ? row : found),
      null,
    )
    const newest = media.find(({ cepId, thumbnailUrl }) => cepId === point.id && thumbnailUrl !== null)
    return {
      point,
      tier: best?.tier ?? null,
      ads: new Set(rows.map(adOf)).size,
      best,
      pictureId: best?.generatedMediaId ?? newest?.id ?? null,
    }
  })
