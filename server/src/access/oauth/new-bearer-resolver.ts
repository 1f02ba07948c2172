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

type TokenRow = KeyCallerRow & { suspended: boolean }

/**
 * Who is this bearer: resolves a key or an access token to its caller, for `/mcp`. Every other endpoint takes
 * keys alone. Tokens are not kept in memory, so one whose consent has ended opens nothing from then on.
 */
export function newBearerResolver(db: Db, resolveKey: CallerResolver): CallerResolver {
  const recordUse = newUseRecorder(db)
  return async (text, guard) => {
    if (!isTokenText('access', text)) return resolveKey(text, guard)
    guard?.begin()
    const row = await readToken(db, text).catch((error) => {
      guard?.giveBack()
      throw error
    })
    if (!row) return 'unknown'
    guard?.giveBack()
    if (row.suspended) return 'inactive'
    recordUse(row.user_id, row.id)
    return toKeyCaller(row)
  }
}

/** Of a token that is valid now, in a consent that is in force. */
const readToken = (db: Db, text: string): Promise<TokenRow | undefined> =>
  db.lookup.row<TokenRow>(
    `select ${KEY_CALLER_COLUMNS}, u.suspended_at is not null as suspended
     from oauth_tokens t join api_keys k on k.id = t.key_id join users u on u.id = k.user_id
     where t.digest = $1 and t.kind = 'access' and t.expires_at > clock_timestamp()
       and k.revoked_at is null and coalesce(k.expires_at > clock_timestamp(), true)`,
    [digestOf(text)],
  )
