import { randomBytes } from 'node:crypto'
import { type IdKind, idKinds } from '@atelier/contract'
import { BASE62, inBase62 } from './in-base62.ts'

/*
 * An id: its kind, the cell that made it, the millisecond, and 77 random bits.
 *
 *   med_ 00 VyQ3gZe 8mLtZ1yPw4cVb
 *        |  |       13 random digits
 *        |  7 digits of time, enough until the year 2081
 *        2 digits of the cell
 *
 * Neighbours in time are neighbours in an index, so a large table writes to a few of its pages. Nothing
 * relies on the order; clocks differ. What an id tells, and how hard it is to guess, is in decision 0021.
 */
const TIME_DIGITS = 7
const RANDOM_DIGITS = 13
/** Bytes from which too few digits come about once in a million ids. */
const RANDOM_BYTES = RANDOM_DIGITS + 6

let cell = '00'

/** A process belongs to one cell, from its start. */
export function setCell(name: string): void {
  cell = name
}

/** What is no id and must lead to its cell begins with this. */
export const currentCell = (): string => cell

/** The only maker of ids, except for events: a trigger of the database makes theirs, in the same form. */
export const newId = (kind: IdKind): string =>
  `${idKinds[kind]}_${cell}${inBase62(BigInt(Date.now()), TIME_DIGITS)}${drawDigits()}`

/** Below every id that this cell makes from then on. Ids from before decision 0021 have no time in them. */
export const lowestId = (kind: IdKind, at: Date): string =>
  `${idKinds[kind]}_${cell}${inBase62(BigInt(at.getTime()), TIME_DIGITS)}${'0'.repeat(RANDOM_DIGITS)}`

function drawDigits(): string {
  let text = ''
  while (text.length < RANDOM_DIGITS) {
    // 248 = 4 x 62: bytes above it would favour the first characters, so they are thrown away.
    for (const byte of randomBytes(RANDOM_BYTES))
      if (byte < 248 && text.length < RANDOM_DIGITS) text += BASE62[byte % 62]
  }
  return text
}
