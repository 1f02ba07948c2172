import { scopes } from '@atelier/contract'
import { type Caller, type Owner, ownerOf } from './owner.ts'

/** The longest life of a session, even if it is used; also the age limit of its cookie. */
export const SESSION_SECONDS = 604_800
const IDLE_SECONDS = 43_200
const FRESH_SECONDS = 900

/** A dashboard session that is valid now. Only the browser knows its token. */
export type LiveSession = {
  readonly owner: Owner
  readonly user: { readonly id: string; readonly email: string; readonly role: 'user' | 'admin' }
  /** When it ends if it is not used again. */
  readonly expiresAt: Date
  /** Whether the password was given within the last 15 minutes. */
  readonly isFresh: boolean
  readonly digest: Buffer
}

export type SessionRow = {
  digest: Buffer
  id: string
  email: string
  role: 'user' | 'admin'
  suspended: boolean
  fresh: boolean
  unseen: boolean
  expires_at: Date
}

const ago = (seconds: number) => `clock_timestamp() - interval '${seconds} seconds'`

export const IS_ALIVE = `s.seen_at > ${ago(IDLE_SECONDS)} and s.created_at > ${ago(SESSION_SECONDS)}`

export const SESSION_COLUMNS = `s.digest, u.id, u.email, u.role, u.suspended_at is not null as suspended,
  s.proved_at > ${ago(FRESH_SECONDS)} as fresh, s.seen_at < ${ago(60)} as unseen,
  least(s.seen_at + interval '${IDLE_SECONDS} seconds',
    s.created_at + interval '${SESSION_SECONDS} seconds') as expires_at`

export const toSession = (row: SessionRow): LiveSession => ({
  owner: ownerOf(row.id, 'live'),
  user: { id: row.id, email: row.email, role: row.role },
  expiresAt: row.expires_at,
  isFresh: row.fresh,
  digest: row.digest,
})

/** The session in a mode. By itself a session is live. */
export const sessionInMode = (session: LiveSession, mode: 'live' | 'test'): LiveSession => ({
  ...session,
  owner: ownerOf(session.user.id, mode),
})

/** The session as a caller: with every scope, no key and therefore no credit limits. */
export const callerOfSession = ({ owner, user }: LiveSession): Caller => ({
  owner,
  keyId: null,
  keyName: 'owner',
  role: user.role,
  scopes,
  dailyCreditLimit: null,
  perJobCreditLimit: null,
  testMix: null,
})
