import type { KeyObject } from 'node:crypto'
import type { Db } from '#platform/db'
import type { Storage } from '#platform/storage'
import type { Witness } from './witness.ts'

export type Signer = {
  db: Db
  storage: Storage
  privateKey: KeyObject
  /** Of this signer and of earlier ones. */
  publicKeys: readonly KeyObject[]
  /** Whether a first statement may be written when there is none. */
  mayBegin: boolean
  /** A statement that must still be there, known from outside the database and the storage. */
  witness: Witness | undefined
}

export type SignedRound = {
  /** The statement that this round wrote. */
  statement: Witness
  heads: number
  /** Further heads may have changed: the next round should follow at once. */
  isFull: boolean
  /** Accounts that contradict what was signed before; their heads were not signed. */
  contradictions: string[]
}

/** Signing would contradict an earlier statement. An operator has to look. */
export class NothingSigned extends Error {}
