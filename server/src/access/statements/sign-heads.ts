import { createHash, type KeyObject } from 'node:crypto'
import {
  type ChangedHeads,
  findChangedHeads,
  findNewestSignedHead,
  readSignedTotals,
  saveSignedHeads,
  signHead,
} from '#access/credits'
import type { Db } from '#platform/db'
import type { Storage } from '#platform/storage'
import {
  CONTENT_TYPE,
  findStatement,
  NO_STATEMENT,
  type ReadStatement,
  type Statement,
  statementKey,
  writeStatement,
} from './statement.ts'
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

type Newest = Omit<ReadStatement, 'heads'>

/** Signing would contradict an earlier statement. An operator has to look. */
export class NothingSigned extends Error {}

/** A statement stays small; when more heads changed, the next one follows at once. */
const MAX_HEADS = 10_000

/**
 * Writes the next statement. The statement in storage comes first, the rows of the database after it: what a
 * crash leaves undone, the next round finds in storage and does.
 */
export async function signHeads(signer: Signer): Promise<SignedRound> {
  for (;;) {
    const newest = await catchUp(signer)
    await compareTotals(signer, newest)
    const changed = await findChangedHeads(signer.db, MAX_HEADS)
    const statement = await newStatement(signer, newest, changed)
    const bytes = writeStatement(statement, signer.privateKey)
    const sha256 = createHash('sha256').update(bytes).digest()
    const file = { contentType: CONTENT_TYPE, sha256 }
    // Another signer was faster: its statement is read, and the next number is tried.
    if (!(await signer.storage.putIfAbsent(statementKey(statement.sequence), bytes, file))) continue
    await saveHeads(signer, statement)
    const { heads, contradictions } = changed
    const isFull = heads.length === MAX_HEADS
    const written = { sequence: statement.sequence, hash: sha256.toString('hex') }
    return { statement: written, heads: heads.length, isFull, contradictions }
  }
}

/** Reads every statement that the database does not have yet, and returns the newest one. */
async function catchUp(signer: Signer): Promise<Newest> {
  const known = (await findNewestSignedHead(signer.db))?.statement ?? 0
  let newest = known === 0 ? NO_STATEMENT : await loadStatement(signer, known)
  for (;;) {
    const next = await readNext(signer, newest)
    if (!next) break
    await saveHeads(signer, next)
    newest = next
  }
  await compareWitness(signer, newest.sequence)
  if (newest.sequence === 0 && !signer.mayBegin)
    throw new NothingSigned('storage has no statement: begin a sequence with --begin, once')
  return newest
}

async function readNext(signer: Signer, newest: Newest) {
  const sequence = newest.sequence + 1
  const bytes = await signer.storage.find(statementKey(sequence))
  if (!bytes) return undefined
  const statement = findStatement(bytes, signer.publicKeys)
  if (statement?.sequence !== sequence || statement.previous !== newest.hash)
    throw new NothingSigned(`statement ${sequence} in storage is forged or does not follow the one before it`)
  return statement
}

async function loadStatement(signer: Signer, sequence: number): Promise<ReadStatement> {
  const bytes = await signer.storage.find(statementKey(sequence))
  const statement = bytes && findStatement(bytes, signer.publicKeys)
  if (statement?.sequence !== sequence)
    throw new NothingSigned(`statement ${sequence} is ${bytes ? 'forged' : 'missing'} in storage`)
  return statement
}

async function compareWitness(signer: Signer, newest: number): Promise<void> {
  const { witness } = signer
  if (!witness) return
  if (newest < witness.sequence)
    throw new NothingSigned(
      `storage and database end at statement ${newest}, and statement ${witness.sequence} was written: ` +
        'both were set back',
    )
  const { hash } = await loadStatement(signer, witness.sequence)
  if (hash !== witness.hash) throw new NothingSigned(`statement ${witness.sequence} was replaced`)
}

/**
 * Signed rows cannot be forged, but an older one can be put back, or one deleted. Numbers only grow, so each
 * of these lowers a sum that the newest statement tells.
 */
async function compareTotals({ db }: Signer, { sequence, totals }: Newest) {
  const stored = await readSignedTotals(db)
  const [are, were] = [stored, totals].map(
    ({ accounts, entries, balance }) => `${accounts} accounts, ${entries} entries and ${balance} credits`,
  )
  if (are !== were)
    throw new NothingSigned(
      `signed heads in the database add up to ${are}, and statement ${sequence} signed ${were}: they were ` +
        'changed. After an inquiry empty that table: it is filled from storage again',
    )
}

async function newStatement(
  { db }: Signer,
  newest: Newest,
  { heads, added }: ChangedHeads,
): Promise<Statement> {
  const clock = await db.row<{ now: Date }>('select clock_timestamp() as now')
  const totals = {
    accounts: newest.totals.accounts + added.accounts,
    entries: newest.totals.entries + added.entries,
    balance: newest.totals.balance + added.balance,
  }
  const signedAt = (clock as { now: Date }).now.toISOString()
  return { sequence: newest.sequence + 1, previous: newest.hash, signedAt, totals, heads }
}

const saveHeads = ({ db, privateKey }: Signer, { heads, sequence }: Statement): Promise<void> =>
  saveSignedHeads(
    db,
    heads.map((head) => signHead({ ...head, statement: sequence }, privateKey)),
  )
