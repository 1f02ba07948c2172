import type { Scope } from '@atelier/contract'
import { LRUCache } from 'lru-cache'
import type { Rows } from '#db'
import { digestOf, isKeyText } from './key-text.ts'
import { type Caller, ownerOf } from './owner.ts'

/** `inactive`: the key was ours once, but is revoked, expired, or its user is suspended. */
export type Found = Caller | 'unknown' | 'inactive'

type KeyRow = {
  id: string
  user_id: string
  mode: 'live' | 'test'
  scopes: Scope[]
  role: 'user' | 'admin'
  active: boolean
}

/** Revocation must be felt within 5 s on every process, so nothing is remembered for longer than 3. */
const REMEMBER_MS = 3_000

export type CallerFinder = (keyText: string) => Promise<Found>

/** Finds who a key speaks for. A text that is no key never reaches the database. */
export function openCallers(db: Rows): CallerFinder {
  const remembered = new LRUCache<string, { found: Found }>({ max: 10_000, ttl: REMEMBER_MS })
  return async (keyText) => {
    if (!isKeyText(keyText)) return 'unknown'
    const digest = digestOf(keyText)
    const name = digest.toString('base64')
    const known = remembered.get(name)
    if (known) return known.found
    const found = await lookUp(db, digest)
    remembered.set(name, { found })
    return found
  }
}

async function lookUp(db: Rows, digest: Buffer): Promise<Found> {
  const key = await db.row<KeyRow>(
    `select k.id, k.user_id, k.mode, k.scopes, u.role,
            k.revoked_at is null and coalesce(k.expires_at > now(), true) and u.suspended_at is null as active
     from api_keys k join users u on u.id = k.user_id where k.secret_digest = $1`,
    [digest],
  )
  if (!key) return 'unknown'
  if (!key.active) return 'inactive'
  return { owner: ownerOf(key.user_id, key.mode), keyId: key.id, role: key.role, scopes: key.scopes }
}
