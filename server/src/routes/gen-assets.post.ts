import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { uploadAsset as upload } from '#photos'

export const uploadAsset = behindKey(endpoints.uploadAsset, async ({ app, caller, form }) => ({
  status: 201,
  body: await upload(app, caller.owner, (await form()).file),
}))
