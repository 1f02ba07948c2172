import { createHmac, randomBytes } from 'node:crypto'
import { withChecksum } from '#access/identity'
import { currentCell, inBase62 } from '#platform/ids'

/** How the text of each kind begins. None of them is mistaken for a key (`hsk_`), or for another kind. */
const prefixes = { code: 'hsc_', access: 'hsa_', refresh: 'hsr_' } as const

export type TokenKind = keyof typeof prefixes

export const ACCESS_PREFIX = prefixes.access

const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const TEXT = /^[a-z]{3}_[0-9A-Za-z]{51}$/

/** As a key: 256 random bits and a checksum. The cell in front leads a request to its database. */
export const newTokenText = (kind: TokenKind): string => textOf(kind, randomBytes(32))

/**
 * The refresh token that follows this one: always the same, so that parallel refreshes get one successor.
 * Who has the token cannot make it without the salt, which only the database has.
 */
export const nextRefreshToken = (text: string, salt: Buffer): string =>
  textOf('refresh', createHmac('sha256', salt).update(text).digest())

const textOf = (kind: TokenKind, bytes: Buffer): string =>
  withChecksum(
    `${prefixes[kind]}${currentCell()}${inBase62(BigInt(`0x${bytes.toString('hex')}`), SECRET_LENGTH)}`,
  )

/** Whether a text is well-formed; only then it is looked up. */
export const isTokenText = (kind: TokenKind, text: string): boolean =>
  text.startsWith(prefixes[kind]) && TEXT.test(text) && withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text
