import { endpoints } from '@atelier/contract'
import { presentSession } from '#accounts'
import { behindSession } from '#http'

export const readSession = behindSession(endpoints.readSession, async ({ session }) => ({
  status: 200,
  body: { session: presentSession(session) },
}))
