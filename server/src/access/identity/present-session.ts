import type { Session } from '@atelier/contract'
import type { LiveSession } from './session-row.ts'

export const presentSession = ({ user, expiresAt }: LiveSession): Session => ({
  user,
  expiresAt: expiresAt.toISOString(),
})
