import { endpoints } from '@atelier/contract'
import { publicRoute } from '#edge/http'

/** Ready means able to answer requests, and no request can be answered without the database. */
export const readHealth = publicRoute(endpoints.readHealth, async ({ app }) => {
  await app.db.ping()
  return { status: 200, body: { ok: true } }
})
