import type { Actor } from '#access/audit'
import type { LiveSession } from '#access/identity'

/** Who the audit names for changes in this session. */
export const actorOf = ({ user }: LiveSession): Actor => ({ kind: 'session', id: user.id })
