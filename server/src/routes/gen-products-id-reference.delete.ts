import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { deactivatePhoto } from '#photos'

export const removeProductReference = behindKey(
  endpoints.removeProductReference,
  async ({ app, caller, params }) => ({
    status: 200,
    body: await deactivatePhoto(app, caller.owner, { productId: params.id ?? '' }, params.photoId ?? ''),
  }),
)
