import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { deletePhoto } from '#privacy/erasures'

export const removeCharacterReference = keyRoute(
  endpoints.removeCharacterReference,
  async ({ app, caller, params }) => ({
    status: 200,
    body: await deletePhoto(app, caller, { characterId: params.id }, params.photoId),
  }),
)
