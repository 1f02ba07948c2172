import { endpoints } from '@atelier/contract'
import { presentSession } from '#access/identity'
import { behindSession } from '#edge/http'

export const readSession = behindSession(endpoints.readSession, async ({ session }) => ({
  status: 200,
  body: { session: presentSession(session) },
}))
