import { LRUCache } from 'lru-cache'
import {
  type CallerResolver,
  digestOf,
  KEY_CALLER_COLUMNS,
  type KeyCallerRow,
  newUseRecorder,
  toKeyCaller,
} from '#access/identity'
import type { Db } from '#platform/db'
import { isTokenText } from './token-text.ts'

type TokenRow = KeyCallerRow & { active: boolean; suspended: boolean }

/** Tokens that existed when they were last looked up. They are never held up by the unknown ones. */
const KNOWN_MAX = 50_000

/**
 * Who is this bearer: resolves a key or an access token to its caller, for `/mcp`. Every other endpoint takes
 * keys alone. Each request looks its token up, so one whose consent has ended opens nothing from then on.
 * Only that it has ended is remembered: no token comes back. Hosts of many owners share one network, and each
 * of them sends a token once more when its hour is over, so such tokens do not count as unknown.
 */
export function newBearerResolver(db: Db, resolveKey: CallerResolver): CallerResolver {
  const recordUse = newUseRecorder(db)
  const known = new LRUCache<string, 'active' | 'ended'>({ max: KNOWN_MAX })
  return async (text, guard) => {
    if (!isTokenText('access', text)) return resolveKey(text, guard)
    const digest = digestOf(text)
    const name = digest.toString('base64')
    const state = known.get(name)
    if (state === 'ended') return 'unknown'
    if (!state) guard?.begin()
    const row = await readToken(db, digest).catch((error) => {
      if (!state) guard?.giveBack()
      throw error
    })
    if (row || state) known.set(name, row?.active ? 'active' : 'ended')
    if (row && !state) guard?.giveBack()
    if (!row?.active) return 'unknown'
    if (row.suspended) return 'inactive'
    recordUse(row.user_id, row.id)
    return toKeyCaller(row)
  }
}

/** `active`: the token is valid now, in a consent that is in force. */
const readToken = (db: Db, digest: Buffer): Promise<TokenRow | undefined> =>
  db.lookup.row<TokenRow>(
    `select ${KEY_CALLER_COLUMNS}, u.suspended_at is not null as suspended,
       t.expires_at > clock_timestamp()
         and k.revoked_at is null and coalesce(k.expires_at > clock_timestamp(), true) as active
     from oauth_tokens t join api_keys k on k.id = t.key_id join users u on u.id = k.user_id
     where t.digest = $1 and t.kind = 'access'`,
    [digest],
  )
