import { endpoints } from '@atelier/contract'
import { listKeys as list } from '#access/identity'
import { sessionRoute } from '#edge/http'
import { spentTodayByKey } from '#production/jobs'

export const listKeys = sessionRoute(endpoints.listKeys, async ({ app, session }) => {
  const { id } = session.user
  const [keys, spent] = [await list(app.db, id), await spentTodayByKey(app.db, id)]
  return { status: 200, body: { keys: keys.map((key) => ({ ...key, spentToday: spent.get(key.id) ?? 0 })) } }
})
