import { isIdOf, type PlanQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { StoredRunningAd } from '#learning/outlooks'
import type { CellParts } from '#learning/planning'
import type { Rows } from '#platform/db'
import { findIngredients } from '#production/media'

/** Which ads run: `notReported` are the cells of those that have no rows yet. */
type Running = { running: StoredRunningAd[]; count: number; notReported: CellParts[] }

/** Of more media without rows than a plan ever makes, only these are looked up. */
const LOOKED_UP_MAX = 20

/**
 * Which ads run: those that the caller names, else those whose rows are up to date. A named media without
 * rows is looked up: its cell is being tried already.
 */
export async function readRunning(
  db: Rows,
  owner: Owner,
  { running: named }: PlanQuery,
  reported: StoredRunningAd[],
): Promise<Running> {
  if (named === undefined) return { running: reported, count: reported.length, notReported: [] }
  const ids = new Set(named)
  const isNamed = ({ platformAdId, generatedMediaId }: StoredRunningAd) =>
    ids.has(platformAdId ?? '') || ids.has(generatedMediaId ?? '')
  const running = reported.filter(isNamed)
  const known = new Set(running.flatMap((ad) => [ad.platformAdId, ad.generatedMediaId]))
  const unknown = named.filter((id) => !known.has(id) && isIdOf('media', id)).slice(0, LOOKED_UP_MAX)
  const found = await Promise.all(unknown.map((id) => findIngredients(db, owner, id)))
  const notReported = found.flatMap((media) => {
    if (!media?.cepId || !media.orientation) return []
    const { cepId, characterId, mediaType, orientation } = media
    return [{ cepId, characterId, mediaType, orientation }]
  })
  return { running, count: running.length + named.filter((id) => !known.has(id)).length, notReported }
}
