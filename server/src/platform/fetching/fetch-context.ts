import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { AddressPolicy } from './address-policy.ts'

export type Address = { address: string; family: number }

/** All addresses of a name, of both families. */
export type Resolve = (host: string) => Promise<Address[]>

/** Begins to connect to an address that was found to be public. */
export type Dial = (address: string, port: number) => Socket

export const DEFAULT_LIMITS = {
  /** For finding the addresses of a name, and once more for the connection with its handshake. */
  connectMs: 3_000,
  headersMs: 5_000,
  idleMs: 3_000,
  /** From the first question to the last byte, redirects included. */
  totalMs: 15_000,
  fileBytesMax: 20 * 1024 * 1024,
}

export type Limits = typeof DEFAULT_LIMITS

/** How a fetch reaches what is outside of the house, and how far it may go. */
export type FetchContext = {
  isPublic: AddressPolicy
  resolve: Resolve
  dial: Dial
  secureContext: SecureContext
  limits: Limits
}
