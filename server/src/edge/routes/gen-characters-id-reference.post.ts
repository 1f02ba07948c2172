import { endpoints } from '@atelier/contract'
import { loadCharacter } from '#catalog/characters'
import { addPhoto, readReference, readReferenceForm } from '#catalog/photos'
import { behindKey } from '#edge/http'
import { findFinishedImage } from '#production/media'

export const addCharacterReference = behindKey(endpoints.addCharacterReference, async (call) => {
  const { app, caller, params } = call
  const { id } = await loadCharacter(app, caller.owner, params.id ?? '')
  const reference = call.isForm ? readReferenceForm(await call.form()) : readReference(call.body())
  const findImage = (mediaId: string) => findFinishedImage(app, caller.owner, mediaId)
  const added = await addPhoto(app, caller.owner, { characterId: id }, reference, findImage)
  return { status: 201, body: added }
})
