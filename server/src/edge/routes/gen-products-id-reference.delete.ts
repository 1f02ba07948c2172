import { endpoints } from '@atelier/contract'
import { deactivatePhoto } from '#catalog/photos'
import { keyRoute } from '#edge/http'

export const removeProductReference = keyRoute(
  endpoints.removeProductReference,
  async ({ app, caller, params }) => ({
    status: 200,
    body: await deactivatePhoto(app, caller.owner, { productId: params.id }, params.photoId),
  }),
)
