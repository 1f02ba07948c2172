import type { SeriesLife } from '#learning/evidence'
import { type CellParts, type Life, nameCell } from '#learning/planning'
import { metricOf } from '#learning/statistics'

/** A series of an ad as the belief needs it, and as it is stored. */
export type OwnAd = Life & { series: SeriesLife }

/** An ad that has not been reported for longer does not run. */
export const STILL_RUNNING_DAYS = 7

export function toOwnAd(series: SeriesLife): OwnAd {
  const { cepId, characterId, mediaType, orientation } = series.ingredients
  const isKnown = cepId !== null && mediaType !== null && orientation !== null
  return {
    ...series,
    series,
    group: JSON.stringify(series.comparisonGroup),
    metric: metricOf(series.comparisonGroup.objective),
    cell: isKnown ? nameCell({ cepId, characterId, mediaType, orientation }) : null,
  }
}

export const partsOf = ({ series: { ingredients } }: OwnAd): CellParts => ({
  cepId: ingredients.cepId as string,
  characterId: ingredients.characterId,
  mediaType: ingredients.mediaType as CellParts['mediaType'],
  orientation: ingredients.orientation as CellParts['orientation'],
})

export const isFading = ({ series: { lastRowAge, isFatigued, isDeclining } }: OwnAd): boolean =>
  lastRowAge < STILL_RUNNING_DAYS && (isFatigued || isDeclining)
