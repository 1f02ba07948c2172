import { endpoints } from '@atelier/contract'
import { deleteAsset as remove } from '#catalog/photos'
import { keyRoute } from '#edge/http'

export const deleteAsset = keyRoute(endpoints.deleteAsset, async ({ app, caller, params }) => ({
  status: 200,
  body: await remove(app, caller.owner, params.id),
}))
