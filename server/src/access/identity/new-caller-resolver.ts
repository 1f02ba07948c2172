import type { Scope, TestMix } from '@atelier/contract'
import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/db'
import { digestOf, isKeyText } from './key-text.ts'
import { newUseRecorder } from './new-use-recorder.ts'
import { type Caller, ownerOf } from './owner.ts'

/** The caller that a key leads to. */
export type KeyCaller = Caller & { readonly keyId: string }

/** `inactive`: the key exists, but it or its secret is revoked or expired, or its user is suspended. */
export type CallerResult = KeyCaller | 'unknown' | 'inactive'

/** What makes a caller of a key, with its user. */
export type KeyCallerRow = {
  id: string
  name: string
  user_id: string
  mode: 'live' | 'test'
  scopes: Scope[]
  daily_credit_limit: number | null
  per_job_credit_limit: number | null
  test_mix: TestMix | null
  role: 'user' | 'admin'
}

/** Of the tables `api_keys k` and `users u`. */
export const KEY_CALLER_COLUMNS = `k.id, k.name, k.user_id, k.mode, k.scopes, k.daily_credit_limit,
  k.per_job_credit_limit, k.test_mix, u.role`

type SecretRow = KeyCallerRow & { active: boolean; left_ms: number | null }

/** Revocation must take effect within 5 s in every process, so results are cached for at most 3 s. */
const REMEMBER_MS = 3_000
const REMEMBER_NO_MS = 1_000

/** Keys that existed when they were last looked up. They are never held up by the unknown ones. */
const KNOWN_MAX = 50_000

/**
 * What to do before a key that is new to this process is looked up, and when it turns out to exist, or could
 * not be looked up: an outage of the database makes no key unknown.
 */
export type LookUpGuard = { begin(): void; giveBack(): void }

export type CallerResolver = (keyText: string, guard?: LookUpGuard) => Promise<CallerResult>

/**
 * Resolves a key to its caller. A text with a wrong format or checksum never reaches the database. The guard
 * may refuse to look up a key that is new.
 */
export function newCallerResolver(db: Db): CallerResolver {
  const cache = new LRUCache<string, { found: CallerResult }>({ max: 10_000, ttl: REMEMBER_MS })
  const known = new LRUCache<string, true>({ max: KNOWN_MAX })
  const recordUse = newUseRecorder(db)
  // Many first requests of a key at the same time are one look-up.
  const lookingUp = new Map<string, Promise<CallerResult>>()
  const lookUp = async (digest: Buffer, cacheKey: string, guard: LookUpGuard | undefined) => {
    const isNew = !known.get(cacheKey)
    if (isNew) guard?.begin()
    // Measured from before the query: a slow query must not extend the time that its result is used.
    const start = performance.now()
    const { found, rememberMs } = await readCaller(db, digest).catch((error) => {
      if (isNew) guard?.giveBack()
      throw error
    })
    if (found !== 'unknown') known.set(cacheKey, true)
    if (found !== 'unknown' && isNew) guard?.giveBack()
    cache.set(cacheKey, { found }, { ttl: rememberMs, start })
    return found
  }
  return async (keyText, guard) => {
    if (!isKeyText(keyText)) return 'unknown'
    const digest = digestOf(keyText)
    const cacheKey = digest.toString('base64')
    let found = cache.get(cacheKey)?.found
    if (!found) {
      const pending =
        lookingUp.get(cacheKey) ?? lookUp(digest, cacheKey, guard).finally(() => lookingUp.delete(cacheKey))
      lookingUp.set(cacheKey, pending)
      found = await pending
    }
    if (typeof found !== 'string') recordUse(found.owner.userId, found.keyId)
    return found
  }
}

async function readCaller(db: Db, digest: Buffer): Promise<{ found: CallerResult; rememberMs: number }> {
  const row = await db.lookup.row<SecretRow>(
    `select ${KEY_CALLER_COLUMNS},
       k.revoked_at is null and u.suspended_at is null and coalesce(e.ends_at > c.now, true) as active,
       extract(epoch from e.ends_at - c.now)::float8 * 1000 as left_ms
     from key_secrets s join api_keys k on k.id = s.key_id join users u on u.id = k.user_id,
       lateral (select least(k.expires_at, s.expires_at) as ends_at) e,
       lateral (select clock_timestamp() as now) c
     where s.digest = $1`,
    [digest],
  )
  if (!row) return { found: 'unknown', rememberMs: REMEMBER_NO_MS }
  if (!row.active) return { found: 'inactive', rememberMs: REMEMBER_NO_MS }
  // lru-cache reads a ttl of 0 as unlimited and does not accept fractions.
  const rememberMs = Math.max(1, Math.floor(Math.min(REMEMBER_MS, row.left_ms ?? REMEMBER_MS)))
  return { found: toKeyCaller(row), rememberMs }
}

export const toKeyCaller = (row: KeyCallerRow): KeyCaller => ({
  owner: ownerOf(row.user_id, row.mode),
  keyId: row.id,
  keyName: row.name,
  role: row.role,
  scopes: row.scopes,
  dailyCreditLimit: row.daily_credit_limit,
  perJobCreditLimit: row.per_job_credit_limit,
  testMix: row.test_mix,
})
