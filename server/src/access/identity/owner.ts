import type { Scope, TestMix } from '@atelier/contract'

declare const brand: unique symbol

/** Whose rows a query may see. Only this module creates one, so no query can skip authentication. */
export type Owner = { readonly userId: string; readonly mode: 'live' | 'test'; readonly [brand]: true }

/** Who sent the request: the owner, and the key that was used. */
export type Caller = {
  readonly owner: Owner
  /** null: the owner at the dashboard, with a session. */
  readonly keyId: string | null
  /** The name of the key; what the key writes is shown under this name. For a session it is `owner`. */
  readonly keyName: string
  readonly role: 'user' | 'admin'
  readonly scopes: readonly Scope[]
  /** The credit limits of the key; null is no limit. */
  readonly dailyCreditLimit: number | null
  readonly perJobCreditLimit: number | null
  /** Which of its orders end otherwise than well; null for a live key. */
  readonly testMix: TestMix | null
}

export const ownerOf = (userId: string, mode: 'live' | 'test'): Owner => ({ userId, mode }) as Owner
