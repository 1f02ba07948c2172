import type { Scope } from '@atelier/contract'

declare const brand: unique symbol

/** Whose rows a query may see. Only this room makes one, so a query cannot forget to ask. */
export type Owner = { readonly userId: string; readonly mode: 'live' | 'test'; readonly [brand]: true }

/** Who acts now: the owner, and the key that spoke for it. */
export type Caller = {
  readonly owner: Owner
  readonly keyId: string
  /** The name that the owner gave it: what it writes is shown under this name. */
  readonly keyName: string
  readonly role: 'user' | 'admin'
  readonly scopes: readonly Scope[]
  /** The guardrails of the key; null is no limit. */
  readonly dailyCreditLimit: number | null
  readonly perJobCreditLimit: number | null
}

export const ownerOf = (userId: string, mode: 'live' | 'test'): Owner => ({ userId, mode }) as Owner
