import type { RequestListener } from 'node:http'
import type { FetcherOptions, UnusableKind } from '../../src/platform/fetching/index.ts'

export type Answer = string[] | Error | 'never'

/** A name: its answers to the first, second ... lookup, and what it serves. */
export type Site = { answers?: Answer[]; serve?: RequestListener }

export type AddressCase = {
  name: string
  url: string
  /** A picture, or the kind of the refusal. */
  ends: 'picture' | UnusableKind
  sites?: Record<string, Site>
  options?: Pick<FetcherOptions, 'alsoDenied' | 'limits'>
  /** How many lookups there must be in all: one for each stop. */
  questions?: number
  /** The bytes that must arrive; by default the usual picture. */
  bytes?: Buffer
}

/** The tables hold what follows the scheme, which nearly all have in common. */
export const at = (rest: string): string => `https://${rest}`

export const PUBLIC = '8.8.8.8'
export const PUBLIC_TOO = '2606:4700::1111'
/** Public addresses behind which something is wrong. */
export const DEAD = '9.9.9.9'
export const HOLE = '1.0.0.1'
export const SILENT = '1.1.1.2'
export const PLAIN = '1.1.1.3'
export const SLAM = '1.1.1.4'
export const UNTRUSTED = '1.1.1.1'
/** Public by name, but the socket reports another address. */
export const ELSEWHERE = '8.8.4.4'

export const HOST = 'pictures.public.example'

/** Each case has its own host, so that no case uses another's records. */
export const hostFor = (name: string): string =>
  `${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)}1.public.example`

export const jpeg = (sizeBytes = 1_000): Buffer => filled('ffd8ffe000104a4649460001', sizeBytes)
export const png = (sizeBytes = 1_000): Buffer => filled('89504e470d0a1a0a0000000d49484452', sizeBytes)
export const webp = (sizeBytes = 1_000): Buffer => filled('52494646e003000057454250565038', sizeBytes)

const filled = (head: string, sizeBytes: number): Buffer => {
  const bytes = Buffer.alloc(sizeBytes, 7)
  bytes.write(head, 'hex')
  return bytes
}

export const serveBytes =
  (bytes: Buffer, headers: Record<string, string | number> = {}, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-length': bytes.length, ...headers }).end(bytes)

/** A location may contain any letters; a header is bytes. */
export const redirectTo =
  (target: string | undefined, status = 302): RequestListener =>
  (_, response) => {
    const location = target === undefined ? {} : { location: Buffer.from(target).toString('latin1') }
    response.writeHead(status, { ...location, 'set-cookie': 'a=b' }).end('moved')
  }
