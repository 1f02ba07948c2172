import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { deletePhoto } from '#privacy/erasures'

export const removeProductReference = keyRoute(
  endpoints.removeProductReference,
  async ({ app, caller, params }) => ({
    status: 200,
    body: await deletePhoto(app, caller, { productId: params.id }, params.photoId),
  }),
)
