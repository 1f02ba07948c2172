import { endpoints } from '@atelier/contract'
import { loadCharacter } from '#catalog/characters'
import { addPhoto, type FindImage, readPhotoForm, readPhotoRequest } from '#catalog/photos'
import { keyRoute } from '#edge/http'
import { findFinishedImage } from '#production/media'

export const addCharacterReference = keyRoute(endpoints.addCharacterReference, async (call) => {
  const { app, caller, params } = call
  const { id } = await loadCharacter(app, caller.owner, params.id)
  const request = call.isForm ? readPhotoForm(await call.form()) : readPhotoRequest(call.body())
  const findImage: FindImage = (mediaId, tx) => findFinishedImage(tx ?? app.db, caller.owner, mediaId)
  const added = await addPhoto(app, caller.owner, { subject: { characterId: id }, request, findImage })
  return { status: 201, body: added }
})
