import { endpoints } from '@atelier/contract'
import { deleteCep as remove } from '#catalog/ceps'
import { keyRoute } from '#edge/http'

export const deleteCep = keyRoute(endpoints.deleteCep, async ({ app, caller, params }) => ({
  status: 200,
  body: await remove(app.db, caller.owner, params.id),
}))
