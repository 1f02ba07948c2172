import { URL_CHARACTERS } from '@atelier/contract'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes of programs that take their codes that way. Others must be a reversed domain (RFC 8252). */
const APP_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:'])
const REVERSED_DOMAIN = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** What URL parsers drop or read differently from each other. */
const AMBIGUOUS = /[\p{Cc}\p{Z}\\]/u

/** Where a code goes: to a server, to a program on the computer of the browser, or to one by its scheme. */
export type Redirect = { kind: 'server' | 'loopback' | 'app'; url: URL }

/** Undefined: an address that no client may use. */
export function readRedirect(text: string): Redirect | undefined {
  const url = text.length <= URL_CHARACTERS && !AMBIGUOUS.test(text) ? URL.parse(text) : null
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return undefined
  const isLoopback = LOOPBACK.has(url.hostname)
  if (url.protocol === 'https:') return { kind: isLoopback ? 'loopback' : 'server', url }
  if (url.protocol === 'http:') return isLoopback ? { kind: 'loopback', url } : undefined
  if (APP_SCHEMES.has(url.protocol) || REVERSED_DOMAIN.test(url.protocol)) return { kind: 'app', url }
  return undefined
}

/**
 * Whether a client may receive codes at this address: one of its own, letter for letter. Only the port of a
 * loopback address is free, because programs take one that nobody else has (RFC 8252).
 */
export function isRedirectOf(own: readonly string[], text: string): boolean {
  const given = readRedirect(text)
  if (!given) return false
  if (own.includes(text)) return true
  return given.kind === 'loopback' && own.some((one) => isSameButPort(readRedirect(one), given))
}

function isSameButPort(one: Redirect | undefined, other: Redirect): boolean {
  if (one?.kind !== 'loopback') return false
  const [first, second] = [new URL(one.url), new URL(other.url)]
  first.port = ''
  second.port = ''
  return first.href === second.href
}

/** What the owner is shown: the host of a server, or the scheme of a program. */
export const hostOfRedirect = ({ kind, url }: Redirect): string =>
  kind === 'app' ? url.protocol : url.hostname

/** The address with the answer in its query. What it had there stays. */
export function addAnswer(redirectUri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
