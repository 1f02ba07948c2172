import { endpoints } from '@atelier/contract'
import { uploadAsset as upload } from '#catalog/photos'
import { keyRoute } from '#edge/http'

export const uploadAsset = keyRoute(endpoints.uploadAsset, async ({ app, caller, form }) => ({
  status: 201,
  body: await upload(app, caller.owner, (await form()).file),
}))
