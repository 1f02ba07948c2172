import { FormData } from 'undici'
import type { LoadedPicture, LoadedPictures } from './load-pictures.ts'
import type { ImageOrder } from './match-offer.ts'

/** The path and the body of the one POST: an edit when there are references, otherwise a generation. */
export function buildCall(order: ImageOrder, pictures: LoadedPictures): { path: string; body: unknown } {
  const fields = buildFields(order)
  if (pictures.references.length > 0) return { path: '/images/edits', body: buildForm(fields, pictures) }
  // Edits do not take `moderation`.
  return {
    path: '/images/generations',
    body: { ...fields, background: 'opaque', moderation: 'auto' },
  }
}

/** `input_fidelity` is left out: not every model takes it. */
function buildFields({ request, offer }: ImageOrder) {
  return {
    model: offer.providerModel,
    prompt: request.prompt,
    n: request.n,
    size: offer.sizeNames[request.size],
    quality: offer.quality,
    ...(offer.complexity !== undefined && { complexity: offer.complexity }),
    // Some models would choose a format that we do not store.
    output_format: 'png',
  }
}

/** The mask goes as it is: where its alpha is 0, this provider edits the first picture, as we mean it. */
function buildForm(fields: Record<string, string | number>, { references, mask }: LoadedPictures): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [index, picture] of references.entries())
    form.append('image[]', toFile(picture, `reference-${index + 1}`))
  if (mask) form.append('mask', toFile(mask, 'mask'))
  return form
}

const toFile = ({ bytes, contentType: type }: LoadedPicture, name: string): File =>
  new File([new Uint8Array(bytes)], `${name}.${type.replace('image/', '')}`, { type })
