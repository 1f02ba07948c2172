import {
  accountKey,
  type ChangedHead,
  findChangedHeads,
  findUnreachedHead,
  readSignedHeads,
} from '#access/credits'
import type { Rows } from '#platform/db'
import { appendStatement, compareWitness, saveHeads } from './append-statement.ts'
import { type Pending, readPending } from './read-pending.ts'
import { compareTotals, headsOf, newStatement, signHeads } from './sign-heads.ts'
import { NothingSigned, type SignedRound, type Signer } from './signer.ts'
import type { Account, Statement } from './statement.ts'

/** `withdrawn`: the first and the last statement whose heads hold no more. */
export type RestoredRound = SignedRound & { withdrawn: { first: number; last: number } | undefined }

/**
 * After an operator restored the database to an earlier moment: signs its heads, and says which statements
 * hold no more. No statement is removed, so everybody can see that, when and to where the ledger was set
 * back. The chains must agree with the newest statement that the restored database knows.
 */
export async function signRestored(signer: Signer): Promise<RestoredRound> {
  for (;;) {
    const pending = await readPending(signer)
    const { known, newest } = pending
    await compareWitness(signer, newest.sequence)
    if (!(await findUnreachedHead(signer.db, [...pending.heads.values()])))
      return { ...(await signHeads(signer)), withdrawn: undefined }
    await compareTotals(signer, known)
    const changed = await findChangedHeads(signer.db, Number.MAX_SAFE_INTEGER)
    const [wrong] = changed.contradictions
    if (wrong)
      throw new NothingSigned(`the restored database contradicts statement ${known.sequence}: ${wrong}`)
    const { heads, gone } = await resolve(signer.db, pending, changed.heads)
    const statement: Statement = {
      ...(await newStatement(signer, newest, { heads, added: changed.added }, known)),
      restored: { from: known.sequence, gone: [...gone.values()] },
    }
    const written = await appendStatement(signer, statement)
    if (!written) continue
    await saveHeads(signer, { heads: headsOf(statement), gone, newest: statement })
    const withdrawn = { first: known.sequence + 1, last: newest.sequence }
    return { statement: written, heads: heads.length, isFull: false, contradictions: [], withdrawn }
  }
}

/** What each account is now that the withdrawn statements signed, and what changed besides. */
async function resolve(db: Rows, pending: Pending, changed: ChangedHead[]) {
  const heads = new Map(changed.map((head) => [accountKey(head.userId, head.mode), head]))
  const gone = new Map<string, Account>()
  const touched = new Map<string, Account>([...pending.heads, ...pending.gone])
  for await (const { statement: _, signature: __, ...head } of readSignedHeads(db)) {
    const key = accountKey(head.userId, head.mode)
    if (touched.has(key) && !heads.has(key)) heads.set(key, head)
  }
  for (const [key, { userId, mode }] of touched)
    if (!heads.has(key) && pending.heads.has(key)) gone.set(key, { userId, mode })
  return { heads: [...heads.values()], gone }
}
