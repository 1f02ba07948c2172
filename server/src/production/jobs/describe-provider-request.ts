import { fetchHiddenPhoto, hasErasedPhoto, photoUrl } from '#catalog/photos'
import type { App } from '#platform/app'
import { UnusablePicture } from '#platform/imaging'
import type { ProviderRequest } from '#platform/providers'
import type { Input } from '#production/media'
import type { RequestedMedia } from '#production/tries'

/**
 * What a provider is sent. Every picture is at a URL of ours, never at one that a user gave. Throws
 * UnusablePicture when a reference was erased after the submit.
 */
export async function describeProviderRequest(
  app: App,
  media: RequestedMedia,
  callbackUrl: string,
): Promise<ProviderRequest> {
  const photoIds = media.inputs.map(({ photoReferenceId }) => photoReferenceId)
  if (photoIds.length > 0 && (await hasErasedPhoto(app.db, photoIds)))
    throw new UnusablePicture('it was erased')
  const references = await Promise.all(
    media.inputs.map(async (input) => ({ url: await urlOfCopy(app, input), label: input.label })),
  )
  const maskUrl = media.mask && (await urlOfCopy(app, media.mask))
  const request = {
    reference: media.id,
    model: media.model,
    prompt: media.prompt,
    n: media.n,
    references,
    callbackUrl,
    ...(maskUrl && { maskUrl }),
  }
  if (media.kind === 'image') return { ...request, kind: 'image', size: media.size ?? '1:1' }
  return {
    ...request,
    kind: 'video',
    durationSeconds: media.duration_seconds,
    resolution: media.resolution,
    orientation: media.orientation ?? 'portrait',
  }
}

/** The URL of our copy. A URL that the caller gave was fetched before, so this only looks up its copy. */
async function urlOfCopy(app: App, { photoReferenceId, file }: Input): Promise<string> {
  if (file) return `${app.config.publicUrl}/api/photos/serve/uploads/${file}`
  const { contentType } = await fetchHiddenPhoto(app, photoReferenceId)
  return photoUrl(app.config.publicUrl, photoReferenceId, contentType)
}
