import { endpoints } from '@atelier/contract'
import { addPhoto, readReference, readReferenceForm } from '#catalog/photos'
import { loadProduct } from '#catalog/products'
import { behindKey } from '#edge/http'
import { findFinishedImage } from '#production/media'

export const addProductReference = behindKey(endpoints.addProductReference, async (call) => {
  const { app, caller, params } = call
  const { id } = await loadProduct(app, caller.owner, params.id ?? '')
  const reference = call.isForm ? readReferenceForm(await call.form()) : readReference(call.body())
  const findImage = (mediaId: string) => findFinishedImage(app, caller.owner, mediaId)
  const added = await addPhoto(app, caller.owner, { productId: id }, reference, findImage)
  return { status: 201, body: added }
})
