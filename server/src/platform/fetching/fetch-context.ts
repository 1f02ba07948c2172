import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { AddressPolicy } from './address-policy.ts'

export type Address = { address: string; family: number }

/** All addresses of a name, of both families. */
export type Resolve = (host: string) => Promise<Address[]>

/** Starts a connection to an address that was checked to be public. */
export type Dial = (address: string, port: number) => Socket

export const DEFAULT_LIMITS = {
  /** For resolving a name, and again for the connection with its TLS handshake. */
  connectMs: 3_000,
  headersMs: 5_000,
  idleMs: 3_000,
  /** From the first DNS query to the last byte, redirects included. */
  totalMs: 15_000,
  fileBytesMax: 20 * 1024 * 1024,
}

export type Limits = typeof DEFAULT_LIMITS

/** What a fetch uses to reach other servers, and its limits. */
export type FetchContext = {
  isPublic: AddressPolicy
  resolve: Resolve
  dial: Dial
  secureContext: SecureContext
  limits: Limits
}
