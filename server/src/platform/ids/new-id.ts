import { randomBytes } from 'node:crypto'
import { type IdKind, idKinds } from '@atelier/contract'
import { BASE62 } from './in-base62.ts'

const LENGTH = 22

/** 22 base62 characters carry 131 random bits. */
export function newId(kind: IdKind): string {
  let text = ''
  while (text.length < LENGTH) {
    // 248 = 4 x 62: bytes above it would favour the first characters, so they are thrown away.
    for (const byte of randomBytes(LENGTH + 6))
      if (byte < 248 && text.length < LENGTH) text += BASE62[byte % 62]
  }
  return `${idKinds[kind]}_${text}`
}
