import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { inBase62 } from '#platform/ids'

const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const HEAD_LENGTH = 4 + SECRET_LENGTH
const KEY_PATTERN = /^hsk_[0-9A-Za-z]{49}$/

/**
 * `hsk_`, 256 random bits, and a checksum by which a mistyped key is found without a database query.
 */
export function newKeyText(): string {
  const random = BigInt(`0x${randomBytes(32).toString('hex')}`)
  return withChecksum(`hsk_${inBase62(random, SECRET_LENGTH)}`)
}

export const withChecksum = (head: string): string => head + inBase62(BigInt(crc32(head)), CHECKSUM_LENGTH)

export const isKeyText = (text: string): boolean =>
  KEY_PATTERN.test(text) && withChecksum(text.slice(0, HEAD_LENGTH)) === text

/** 256 random bits cannot be guessed from a plain hash, so neither a salt nor a slow hash is needed. */
export const digestOf = (keyText: string): Buffer => createHash('sha256').update(keyText).digest()

export const displayPrefixOf = (keyText: string): string => keyText.slice(0, 12)
