import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { type ChangedHead, GENESIS_HASH, type SignedTotals } from '#access/credits'

/**
 * What the signer says about the ledger at one moment: the heads that changed since the statement before, and
 * what all signed heads add up to. Each statement names the hash of the one before it.
 */
export type Statement = {
  sequence: number
  previous: string
  signedAt: string
  totals: SignedTotals
  heads: ChangedHead[]
  /**
   * The database was restored to an earlier moment: what the statements after `from` signed holds no more.
   * Each account that they signed is in `heads` as it is now, or in `gone` when it does not exist any more.
   */
  restored?: { from: number; gone: Account[] }
}

export type Account = Pick<ChangedHead, 'userId' | 'mode'>

/** A statement as it was read, with the hash of its bytes. */
export type ReadStatement = Statement & { hash: string }

export const NO_STATEMENT: Omit<ReadStatement, 'heads'> = {
  sequence: 0,
  previous: GENESIS_HASH,
  signedAt: '',
  totals: { accounts: 0, entries: 0, balance: 0 },
  hash: GENESIS_HASH,
}

export const STATEMENTS = 'ledger/statements/'
export const CONTENT_TYPE = 'text/plain'
const DIGITS = 12
/** The first line says what is signed, so that no signature can be used for something else. */
const TITLE = 'atelier ledger statement'

/** Where a statement is stored. The keys sort in the order of the numbers. */
export const statementKey = (sequence: number): string => STATEMENTS + String(sequence).padStart(DIGITS, '0')

/** Three lines: what it is, the statement as JSON, the signature of both. */
export function writeStatement(statement: Statement, key: KeyObject): Buffer {
  const signed = `${TITLE}\n${JSON.stringify(statement)}\n`
  return Buffer.from(`${signed}${sign(null, Buffer.from(signed), key).toString('base64url')}\n`)
}

/** The statement, or undefined when it is not one that a holder of these keys signed. */
export function findStatement(bytes: Buffer, keys: readonly KeyObject[]): ReadStatement | undefined {
  const [title, json = '', signature = '', ...rest] = bytes.toString('utf8').split('\n')
  const signed = Buffer.from(`${title}\n${json}\n`)
  const isSigned = keys.some((key) => verify(null, signed, key, Buffer.from(signature, 'base64url')))
  if (title !== TITLE || rest.length !== 1 || !isSigned) return undefined
  return { ...(JSON.parse(json) as Statement), hash: hashOf(bytes) }
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
