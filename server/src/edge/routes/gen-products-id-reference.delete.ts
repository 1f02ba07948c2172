import { endpoints } from '@atelier/contract'
import { deactivatePhoto } from '#catalog/photos'
import { behindKey } from '#edge/http'

export const removeProductReference = behindKey(
  endpoints.removeProductReference,
  async ({ app, caller, params }) => ({
    status: 200,
    body: await deactivatePhoto(app, caller.owner, { productId: params.id ?? '' }, params.photoId ?? ''),
  }),
)
