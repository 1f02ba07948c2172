import {
  accountKey,
  type ChangedHeads,
  findChangedHeads,
  findUnreachedHead,
  readSignedTotals,
  type UnsignedHead,
} from '#access/credits'
import { appendStatement, compareWitness, saveHeads } from './append-statement.ts'
import { type Newest, readPending } from './read-pending.ts'
import { NothingSigned, type SignedRound, type Signer } from './signer.ts'
import type { Statement } from './statement.ts'

/** A statement stays small; when more heads changed, the next one follows at once. */
const MAX_HEADS = 10_000

/**
 * Writes the next statement. The statement in storage comes first, the rows of the database after it: what a
 * crash leaves undone, the next round finds in storage and does.
 */
export async function signHeads(signer: Signer): Promise<SignedRound> {
  for (;;) {
    const newest = await catchUp(signer)
    try {
      await compareTotals(signer, newest)
    } catch (error) {
      // Another signer may have saved a newer statement meanwhile: then nothing was changed.
      if ((await readPending(signer)).newest.sequence > newest.sequence) continue
      throw error
    }
    const changed = await findChangedHeads(signer.db, MAX_HEADS)
    const statement = await newStatement(signer, newest, changed)
    const written = await appendStatement(signer, statement)
    // Another signer was faster: its statement is read, and the next number is tried.
    if (!written) continue
    await saveHeads(signer, { heads: headsOf(statement), gone: new Map(), newest: statement })
    const { heads, contradictions } = changed
    return { statement: written, heads: heads.length, isFull: heads.length === MAX_HEADS, contradictions }
  }
}

/** The heads of a statement as the database has them. */
export const headsOf = ({ heads, sequence }: Statement): Map<string, UnsignedHead> =>
  new Map(heads.map((head) => [accountKey(head.userId, head.mode), { ...head, statement: sequence }]))

/** Reads every statement that the database does not have yet, and returns the newest one. */
async function catchUp(signer: Signer): Promise<Newest> {
  const pending = await readPending(signer)
  const { sequence } = pending.newest
  await compareWitness(signer, sequence)
  if (sequence === 0 && !signer.mayBegin)
    throw new NothingSigned('storage has no statement: begin a sequence with --begin, once')
  // Saved before this question, they would make the restored state look like the forged one.
  const unreached = await findUnreachedHead(signer.db, [...pending.heads.values()])
  if (unreached) {
    const { userId, mode, seq, statement } = unreached.head
    throw new NothingSigned(
      `statement ${statement} signed number ${seq} of ${accountKey(userId, mode)}, which ` +
        `${unreached.seq === undefined ? 'does not exist' : `ends at number ${unreached.seq}`} in the ` +
        'database: it was set back. If an operator restored it, run sign-heads --restored once',
    )
  }
  await saveHeads(signer, pending)
  return pending.newest
}

/**
 * Signed rows cannot be forged, but an older one can be put back, or one deleted. Numbers only grow, so each
 * of these lowers a sum that the newest statement tells.
 */
export async function compareTotals(
  { db }: Signer,
  { sequence, totals }: Pick<Newest, 'sequence' | 'totals'>,
): Promise<void> {
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

/** The statement after `newest`, with the sums of `base` and what was added to them. */
export async function newStatement(
  { db }: Signer,
  newest: Newest,
  { heads, added }: Pick<ChangedHeads, 'heads' | 'added'>,
  base: Newest = newest,
): Promise<Statement> {
  const clock = await db.row<{ now: Date }>('select clock_timestamp() as now')
  const totals = {
    accounts: base.totals.accounts + added.accounts,
    entries: base.totals.entries + added.entries,
    balance: base.totals.balance + added.balance,
  }
  const signedAt = (clock as { now: Date }).now.toISOString()
  return { sequence: newest.sequence + 1, previous: newest.hash, signedAt, totals, heads }
}
