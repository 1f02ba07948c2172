import { endpoints } from '@atelier/contract'
import { publicRoute } from '#edge/http'

/** Whether this process runs. Asks nothing else, so that a failing dependency restarts no process. */
export const readLiveness = publicRoute(endpoints.readLiveness, async () => ({
  status: 200,
  body: { ok: true },
}))
