import { type Owner, ownerOf } from '#access/identity'
import { eraseCepsOfProduct } from '#catalog/ceps'
import { eraseCharacter } from '#catalog/characters'
import {
  type ErasedPhotos,
  eraseAsset,
  eraseHiddenPhotos,
  erasePhoto,
  erasePhotosMadeFrom,
  erasePhotosOf,
} from '#catalog/photos'
import { eraseProduct } from '#catalog/products'
import { eraseQuotingNotes } from '#learning/notes'
import type { Tx } from '#platform/db'
import { type ErasedMedia, eraseMedia } from '#production/media'
import { eraseIdentity } from './erase-identity.ts'
import { addObjects, type ErasureRow } from './erasure.ts'

/**
 * Makes the subject of an erasure unreadable, with everything that was copied from it, and notes which
 * objects have to go. It finds nothing to do when that has happened before. False while the subject is a job
 * that is running.
 */
export async function eraseSubject(tx: Tx, erasure: ErasureRow): Promise<boolean> {
  const { kind, subject_id: subjectId, user_id: userId } = erasure
  switch (kind) {
    case 'photo':
      await note(tx, erasure, await erasePhoto(tx, subjectId))
      return true
    case 'upload':
      await note(tx, erasure, await eraseAsset(tx, subjectId))
      return true
    case 'character': {
      const characters = await eraseCharacter(tx, subjectId)
      await note(tx, erasure, await erasePhotosOf(tx, { characterId: subjectId }))
      await forget(tx, userId, [subjectId, ...characters.map(({ name }) => name)])
      return true
    }
    case 'product': {
      const products = await eraseProduct(tx, subjectId)
      await note(tx, erasure, await erasePhotosOf(tx, { productId: subjectId }))
      await eraseCepsOfProduct(tx, subjectId)
      await forget(tx, userId, [subjectId, ...products.map(({ name }) => name)])
      return true
    }
    case 'media': {
      const media = await eraseMedia(tx, subjectId)
      if (media === 'open') return false
      await noteMedia(tx, erasure, media)
      await forget(tx, userId, [...media.ids, ...media.texts])
      return true
    }
    case 'account':
      await eraseIdentity(tx, userId)
      return true
    default:
      return kind satisfies never
  }
}

const note = (tx: Tx, erasure: ErasureRow, { prefixes }: ErasedPhotos) => addObjects(tx, erasure, prefixes)

/** The files of media, and the photos that were fetched for them or made from them. */
export async function noteMedia(tx: Tx, erasure: ErasureRow, media: ErasedMedia): Promise<void> {
  const fetched = await eraseHiddenPhotos(tx, media.photoIds)
  const copies = await erasePhotosMadeFrom(tx, media.ids)
  await addObjects(tx, erasure, [...media.prefixes, ...fetched.prefixes, ...copies.prefixes])
}

/** Notes that quote what was erased go with it, in both modes: a note does not say where its text is from. */
async function forget(tx: Tx, userId: string, texts: string[]): Promise<void> {
  for (const owner of ownersOf(userId)) await eraseQuotingNotes(tx, owner, texts)
}

export const ownersOf = (userId: string): Owner[] => [ownerOf(userId, 'live'), ownerOf(userId, 'test')]
