import { fetchHiddenPhoto, hasErasedPhoto, loadUpload, photoUrl } from '#catalog/photos'
import type { App } from '#platform/app'
import { UnusablePicture } from '#platform/imaging'
import type { ProviderRequest, ReferencePicture } from '#platform/providers'
import type { Input } from '#production/media'
import { offerOf, type RequestedMedia } from '#production/tries'

/** Without what differs between the parts of an order. */
export type DescribedRequest = Unshared<ProviderRequest>
type Unshared<Request> = Request extends ProviderRequest ? Omit<Request, 'callbackUrl'> : never

/**
 * What a provider is sent. Every picture is at a URL of ours, never at one that a user gave. Throws
 * UnusablePicture when a reference was erased after the submit.
 */
export async function describeProviderRequest(app: App, media: RequestedMedia): Promise<DescribedRequest> {
  const photoIds = media.inputs.map(({ photoReferenceId }) => photoReferenceId)
  if (photoIds.length > 0 && (await hasErasedPhoto(app.db, photoIds)))
    throw new UnusablePicture('it was erased')
  const references = await Promise.all(media.inputs.map((input) => copyOf(app, input)))
  const mask = media.mask && (await copyOf(app, media.mask))
  const request = {
    reference: media.id,
    model: offerOf(media),
    prompt: media.prompt,
    n: media.n,
    references,
    ...(mask && { mask }),
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

/** The result, or `other` when a reference was erased since: what was sent cannot be compared any more. */
export const unlessErased = <Result, Other>(result: Promise<Result>, other: Other): Promise<Result | Other> =>
  result.catch((error) => {
    if (error instanceof UnusablePicture) return other
    throw error
  })

/** Our copy. A URL that the caller gave was fetched before, so this only looks up its copy. */
export async function copyOf(app: App, { photoReferenceId, file, label }: Input): Promise<ReferencePicture> {
  const { publicUrl } = app.config
  if (file) {
    const load = async () => readBytes(app, await loadUpload(app.db, file))
    return { url: `${publicUrl}/api/photos/serve/uploads/${file}`, label, load }
  }
  const photo = await fetchHiddenPhoto(app, photoReferenceId)
  const url = photoUrl(publicUrl, photoReferenceId, photo.contentType)
  return { url, label, load: () => readBytes(app, photo) }
}

type StoredFile = { objectKey: string; contentType: string }

const readBytes = async ({ storage }: App, { objectKey, contentType }: StoredFile) => {
  const bytes = await storage.find(objectKey)
  if (!bytes) throw new UnusablePicture('its file is gone')
  return { bytes, contentType }
}
