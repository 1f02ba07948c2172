import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { isRecord } from '#adapters/shared'
import type { FalAccount } from './fal-account.ts'

const KEEP_MS = 24 * 3_600_000
/** A signature that fits no key may be of a newer one. Forged callbacks must not cost a call each. */
const READ_AGAIN_MS = 5 * 60_000
/** A read that failed is repeated sooner: without keys every callback counts as forged. */
const FAILED_AGAIN_MS = 5_000
const TIMEOUT_MS = 5_000

export type SigningKeys = {
  /** Whether one of the provider's keys passes. */
  some(fits: (key: KeyObject) => boolean): Promise<boolean>
}

/** The keys with which the provider signs callbacks, read when they are needed. */
export function newSigningKeys(account: FalAccount): SigningKeys {
  let keys: KeyObject[] = []
  let readAt = Number.NEGATIVE_INFINITY
  let nextReadAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    nextReadAt = Date.now() + FAILED_AGAIN_MS
    const url = `${account.settings.restUrl}/.well-known/jwks.json`
    const answer = await account.ask(url, { timeoutMs: TIMEOUT_MS })
    if (answer.kind !== 'answered' || answer.status !== 200) return
    const listed = parseKeys(answer.json)
    if (listed.length === 0) return
    keys = listed
    readAt = Date.now()
    nextReadAt = readAt + READ_AGAIN_MS
  }

  return {
    some: async (fits) => {
      const isFresh = Date.now() - readAt < KEEP_MS
      if (isFresh && keys.some(fits)) return true
      if (!reading && Date.now() < nextReadAt) return false
      // Callbacks that come together wait for one read: none of them may be taken for forged meanwhile.
      reading ??= read().finally(() => {
        reading = undefined
      })
      await reading
      return Date.now() - readAt < KEEP_MS && keys.some(fits)
    },
  }
}

function parseKeys(json: unknown): KeyObject[] {
  const listed = isRecord(json) && Array.isArray(json.keys) ? json.keys.filter(isRecord) : []
  return listed
    .filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519')
    .flatMap((jwk) => {
      try {
        return [createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })]
      } catch {
        return []
      }
    })
}
