import { endpoints } from '@atelier/contract'
import { uploadAsset as upload } from '#catalog/photos'
import { behindKey } from '#edge/http'

export const uploadAsset = behindKey(endpoints.uploadAsset, async ({ app, caller, form }) => ({
  status: 201,
  body: await upload(app, caller.owner, (await form()).file),
}))
