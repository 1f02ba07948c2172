import type { ReferenceOrigin } from '@atelier/contract'
import { PHOTOS_PER_HOLDER, REFERENCES_PER_JOB } from '@atelier/contract'
import type { Caller } from '#access/identity'
import { loadUsableCep } from '#catalog/ceps'
import { loadUsableCharacter } from '#catalog/characters'
import { fileNameOf, findPhotos, listOldestPhotos, type PhotoRow, photoUrl } from '#catalog/photos'
import { loadUsableProduct } from '#catalog/products'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import type { RequestedReferences } from './order.ts'

/** One picture that the job will use. A raw URL has no photo yet. */
export type Reference = {
  photoReferenceId: string | null
  fileUrl: string
  label: string
  origin: ReferenceOrigin
  /** The URL that a caller gave for it, if it came from one. */
  sourceUrl: string | null
  /** The file name of our copy; null when it is still to be fetched. */
  file: string | null
}

/** A default reference that exceeds the limit. */
export type DroppedReference = { photoReferenceId: string; origin: 'product' | 'character' }

export type ResolvedReferences = {
  references: Reference[]
  dropped: DroppedReference[]
  productWithoutPhotos: boolean
  /** The angle of the CEP that the job is made for. */
  angle: string | null
}

/**
 * Turns the ids and URLs of a request into the list of pictures that the job uses. First it checks that the
 * caller may use each of them. Then it adds the explicit references, which are refused above the limit,
 * followed by the defaults up to the limit: the primary photo of the product, then the photos of the
 * character. Defaults above the limit are dropped and reported.
 */
export async function resolveReferences(
  app: App,
  caller: Caller,
  requested: RequestedReferences,
): Promise<ResolvedReferences> {
  const { db } = app
  // An admin may use the product of another user.
  const photosOf = (product: { user_id: string }) =>
    product.user_id === caller.owner.userId ? db : db.lookup
  const product =
    requested.productId === null ? null : await loadUsableProduct(db, caller, requested.productId)
  const character =
    requested.characterId === null ? null : await loadUsableCharacter(db, caller.owner, requested.characterId)
  const cep = requested.cepId === null ? null : await loadUsableCep(db, caller.owner, requested.cepId)

  const referenceFrom = (origin: ReferenceOrigin) => (photo: PhotoRow) => toReference(app, photo, origin)
  const namedPhotos = await loadOwnPhotos(app, caller, requested.photoReferenceIds)
  const chosenProductPhotos =
    product && (await loadProductPhotos(app, caller, product.id, requested.productPhotoReferenceIds ?? []))
  const explicit = unique([
    ...requested.imageUrls.map(referenceToUrl),
    ...namedPhotos.map(referenceFrom('photo')),
    ...(chosenProductPhotos ?? []).map(referenceFrom('product_photo')),
  ])
  if (explicit.length > REFERENCES_PER_JOB) throw tooMany(explicit.length)

  const wantsPrimary = product && requested.useProductPhoto && requested.productPhotoReferenceIds === null
  const primaryPhotos = wantsPrimary
    ? await listOldestPhotos(photosOf(product), { productId: product.id }, 1)
    : []
  // All of them: those that do not fit are named in the answer.
  const characterPhotos = character
    ? await listOldestPhotos(db, { characterId: character.id }, PHOTOS_PER_HOLDER)
    : []
  const all = unique([
    ...explicit,
    ...primaryPhotos.map(referenceFrom('product')),
    ...characterPhotos.map(referenceFrom('character')),
  ])
  const limit = REFERENCES_PER_JOB - (requested.upload ? 1 : 0)
  const references = all.slice(0, limit)
  if (requested.maskUrl !== null && references.length === 0)
    throw new Refusal('invalid_request', 'maskUrl requires at least one reference.', { field: 'maskUrl' })
  return {
    references,
    dropped: all.slice(limit).map(({ photoReferenceId, origin }) => ({
      photoReferenceId: photoReferenceId as string,
      origin: origin as DroppedReference['origin'],
    })),
    productWithoutPhotos: Boolean(wantsPrimary) && primaryPhotos.length === 0,
    angle: cep?.angle ?? null,
  }
}

/**
 * The photos that the caller names. A photo of another user is refused; a deactivated one counts as absent.
 */
async function loadOwnPhotos(app: App, caller: Caller, ids: string[]): Promise<PhotoRow[]> {
  if (ids.length === 0) return []
  const found = await findPhotosById(app, caller, ids)
  const field = 'photoReferenceIds'
  return ids.map((id) => {
    const photo = found.get(id)
    if (!photo)
      throw new Refusal('not_found', 'photoReferenceIds names a photo that does not exist.', { field })
    if (photo.user_id !== caller.owner.userId)
      throw new Refusal('not_owner', 'photoReferenceIds names a photo of another user.', { field })
    return photo
  })
}

async function loadProductPhotos(
  app: App,
  caller: Caller,
  productId: string,
  ids: string[],
): Promise<PhotoRow[]> {
  if (ids.length === 0) return []
  const found = await findPhotosById(app, caller, ids)
  return ids.map((id) => {
    const photo = found.get(id)
    if (photo?.product_id === productId) return photo
    const field = 'productPhotoReferenceIds'
    throw new Refusal('invalid_request', `${field} must name active photos of the product in productId.`, {
      field,
    })
  })
}

const findPhotosById = async (app: App, caller: Caller, ids: string[]): Promise<Map<string, PhotoRow>> =>
  new Map((await findPhotos(app.db, caller.owner, ids)).map((photo) => [photo.id, photo]))

const toReference = (app: App, photo: PhotoRow, origin: ReferenceOrigin): Reference => ({
  photoReferenceId: photo.id,
  fileUrl: photo.source_url ?? photoUrl(app.config.publicUrl, photo.id, photo.content_type ?? ''),
  label: photo.label,
  origin,
  sourceUrl: photo.source_url,
  file: photo.content_type && fileNameOf(photo.id, photo.content_type),
})

const LABEL_LENGTH = 100

function referenceToUrl(url: string): Reference {
  const { pathname, hostname } = new URL(url)
  const label = (pathname.split('/').at(-1) || hostname).slice(0, LABEL_LENGTH)
  return { photoReferenceId: null, fileUrl: url, label, origin: 'image_url', sourceUrl: url, file: null }
}

/** Removes duplicates by id and by URL; the first one stays. */
function unique(references: Reference[]): Reference[] {
  const seen = new Set<string>()
  return references.filter(({ photoReferenceId, fileUrl }) => {
    const names = [photoReferenceId, fileUrl].filter((name) => name !== null)
    if (names.some((name) => seen.has(name))) return false
    for (const name of names) seen.add(name)
    return true
  })
}

const tooMany = (given: number) =>
  new Refusal(
    'too_many_references',
    `The request names ${given} references; the limit is ${REFERENCES_PER_JOB}. Send fewer.`,
    { limit: REFERENCES_PER_JOB, given },
  )
