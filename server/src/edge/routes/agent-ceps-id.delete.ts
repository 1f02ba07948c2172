import { endpoints } from '@atelier/contract'
import { deleteCep as remove } from '#catalog/ceps'
import { behindKey } from '#edge/http'

export const deleteCep = behindKey(endpoints.deleteCep, async ({ app, caller, params }) => ({
  status: 200,
  body: await remove(app.db, caller.owner, params.id ?? ''),
}))
