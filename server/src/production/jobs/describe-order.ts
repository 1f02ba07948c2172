import { fetchHiddenPhoto, photoUrl } from '#catalog/photos'
import type { App } from '#platform/app'
import type { Order } from '#platform/providers'
import type { Input, MediaRow } from '#production/media'

/** What a claim knows of the media, for the provider. */
export type Ordered = Pick<
  MediaRow,
  | 'id'
  | 'kind'
  | 'prompt'
  | 'model'
  | 'size'
  | 'orientation'
  | 'resolution'
  | 'duration_seconds'
  | 'n'
  | 'inputs'
> & { mask: Input | null }

/**
 * The order as a provider gets it: every picture at an address of ours, never at the one that a user gave.
 */
export async function describeOrder(app: App, media: Ordered, callbackUrl: string): Promise<Order> {
  const references = await Promise.all(
    media.inputs.map(async (input) => ({ url: await copyOf(app, input), label: input.label })),
  )
  const maskUrl = media.mask && (await copyOf(app, media.mask))
  const about = {
    reference: media.id,
    model: media.model,
    prompt: media.prompt,
    n: media.n,
    references,
    callbackUrl,
    ...(maskUrl && { maskUrl }),
  }
  if (media.kind === 'image') return { ...about, kind: 'image', size: media.size ?? '1:1' }
  return {
    ...about,
    kind: 'video',
    durationSeconds: media.duration_seconds,
    resolution: media.resolution,
    orientation: media.orientation ?? 'portrait',
  }
}

/** An address was fetched before; this finds its copy. */
async function copyOf(app: App, { photoReferenceId, file }: Input): Promise<string> {
  if (file) return `${app.config.publicUrl}/api/photos/serve/uploads/${file}`
  const { contentType } = await fetchHiddenPhoto(app, photoReferenceId)
  return photoUrl(app.config.publicUrl, photoReferenceId, contentType)
}
