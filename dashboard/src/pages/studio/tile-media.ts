import type { OwnedMedia } from '@atelier/contract'

const FIELDS = [
  'id',
  'status',
  'prompt',
  'mediaType',
  'orientation',
  'createdAt',
  'waiting',
  'progress',
  'thumbnailUrl',
  'durationSeconds',
  'creditsCost',
  'creditsRefunded',
  'errorCode',
  'productId',
  'parentId',
  'test',
] as const satisfies (keyof OwnedMedia)[]

/** What a tile shows of a result or a job. */
export type TileMedia = Pick<OwnedMedia, (typeof FIELDS)[number]> & { outputs: { id: string }[] }

/** A wall holds thousands of tiles while it is scrolled, so the rest is not kept. */
export function tileMediaOf(medium: OwnedMedia): TileMedia {
  const kept = Object.fromEntries(FIELDS.map((name) => [name, medium[name]])) as Omit<TileMedia, 'outputs'>
  // Only a job with several files has to tell their places.
  const { outputs } = medium
  return { ...kept, outputs: outputs.length > 1 ? outputs.map(({ id }) => ({ id })) : [] }
}
