import type { Photo } from '@atelier/contract'
import type { Caller } from '#access/identity'
import { deactivatePhoto, type PhotoSubject } from '#catalog/photos'
import type { App } from '#platform/app'
import { completeErasure } from './complete-erasure.ts'
import { eraseSubject } from './erase-subject.ts'
import { type ErasureRow, insertErasure } from './erasure.ts'

/** Deletes a photo of a product or character. One commit deactivates and erases it; then its file goes. */
export async function deletePhoto(
  app: App,
  caller: Caller,
  subject: PhotoSubject,
  photoId: string,
): Promise<{ photo: Photo; message: string }> {
  const { photo, erasure } = await app.db.transaction(async (tx) => {
    const photo = await deactivatePhoto(app, tx, caller.owner, { subject, photoId })
    const { userId } = caller.owner
    const requestedBy = caller.keyId ?? 'owner'
    const request = { kind: 'photo' as const, subjectId: photoId, userId, requestedBy }
    const erasure = (await insertErasure(tx, request)) as ErasureRow
    await eraseSubject(tx, erasure)
    return { photo, erasure }
  })
  await completeErasure(app, erasure).catch((err) =>
    app.log.warn({ erasure: erasure.id, err }, 'an erasure is completed later'),
  )
  return {
    photo,
    message:
      'Photo deleted, and its file erased: its address is answered 410. ' +
      'The oldest of the remaining photos is the primary one.',
  }
}
