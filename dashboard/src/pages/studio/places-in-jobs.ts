import type { TileMedia } from './tile-media.ts'

/** "1 of 4" is `{ at: 1, of: 4 }`. */
export type Place = { at: number; of: number }

/** Which file of its job each one is, by id, for jobs with several. */
export function placesInJobs(media: Pick<TileMedia, 'outputs'>[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const { outputs } of media)
    if (outputs.length > 1)
      for (const [at, { id }] of outputs.entries()) places.set(id, { at: at + 1, of: outputs.length })
  return places
}
