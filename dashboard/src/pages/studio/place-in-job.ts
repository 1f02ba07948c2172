import type { TileMedia } from './tile-media.ts'

/** Which file of its job this is, when the job has several. */
export function placeInJob(medium: TileMedia, all: TileMedia[]): { at: number; of: number } | undefined {
  const job = medium.parentId ? all.find(({ id }) => id === medium.parentId) : medium
  const of = job?.outputs.length ?? 0
  const at = (job?.outputs.findIndex(({ id }) => id === medium.id) ?? -1) + 1
  return of > 1 && at > 0 ? { at, of } : undefined
}
