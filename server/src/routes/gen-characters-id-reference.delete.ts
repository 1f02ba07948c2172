import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { deactivatePhoto } from '#photos'

export const removeCharacterReference = behindKey(
  endpoints.removeCharacterReference,
  async ({ app, caller, params }) => ({
    status: 200,
    body: await deactivatePhoto(app, caller.owner, { characterId: params.id ?? '' }, params.photoId ?? ''),
  }),
)
