import { endpoints } from '@atelier/contract'
import { deactivatePhoto } from '#catalog/photos'
import { keyRoute } from '#edge/http'

export const removeCharacterReference = keyRoute(
  endpoints.removeCharacterReference,
  async ({ app, caller, params }) => ({
    status: 200,
    body: await deactivatePhoto(app, caller.owner, { characterId: params.id }, params.photoId),
  }),
)
