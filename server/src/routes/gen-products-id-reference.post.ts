import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { findFinishedImage } from '#media'
import { addPhoto, readReference, readReferenceForm } from '#photos'
import { loadProduct } from '#products'

export const addProductReference = behindKey(endpoints.addProductReference, async (call) => {
  const { app, caller, params } = call
  const { id } = await loadProduct(app, caller.owner, params.id ?? '')
  const reference = call.isForm ? readReferenceForm(await call.form()) : readReference(call.body())
  const findImage = (mediaId: string) => findFinishedImage(app, caller.owner, mediaId)
  const added = await addPhoto(app, caller.owner, { productId: id }, reference, findImage)
  return { status: 201, body: added }
})
