import { endpoints } from '@atelier/contract'
import { addPhoto, type FindImage, readPhotoForm, readPhotoRequest } from '#catalog/photos'
import { loadProduct } from '#catalog/products'
import { keyRoute } from '#edge/http'
import { findFinishedImage } from '#production/media'

export const addProductReference = keyRoute(endpoints.addProductReference, async (call) => {
  const { app, caller, params } = call
  const { id } = await loadProduct(app, caller.owner, params.id)
  const request = call.isForm ? readPhotoForm(await call.form()) : readPhotoRequest(call.body())
  const findImage: FindImage = (mediaId, tx) => findFinishedImage(tx ?? app.db, caller.owner, mediaId)
  const added = await addPhoto(app, caller.owner, { subject: { productId: id }, request, findImage })
  return { status: 201, body: added }
})
