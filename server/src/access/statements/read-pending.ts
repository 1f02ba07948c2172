import { accountKey, findNewestSignedHead, type UnsignedHead } from '#access/credits'
import type { Signer } from './signer.ts'
import { NothingSigned } from './signer.ts'
import { type Account, findStatement, NO_STATEMENT, type ReadStatement, statementKey } from './statement.ts'

export type Newest = Omit<ReadStatement, 'heads'>

/** What statements in storage say that the database does not have yet. */
export type Pending = {
  /** The newest statement of which the database has a head. */
  known: Newest
  newest: Newest
  /** By `accountKey`: the newest head of each account that these statements signed. */
  heads: Map<string, UnsignedHead>
  /** The accounts that they withdrew. */
  gone: Map<string, Account>
}

export async function readPending(signer: Signer): Promise<Pending> {
  const number = (await findNewestSignedHead(signer.db))?.statement ?? 0
  const known: Newest = number === 0 ? NO_STATEMENT : await loadStatement(signer, number)
  const pending: Pending = { known, newest: known, heads: new Map(), gone: new Map() }
  for (;;) {
    const next = await readNext(signer, pending.newest)
    if (!next) return pending
    add(pending, next)
  }
}

function add(pending: Pending, { heads, ...statement }: ReadStatement): void {
  for (const account of statement.restored?.gone ?? []) {
    const key = accountKey(account.userId, account.mode)
    pending.heads.delete(key)
    pending.gone.set(key, account)
  }
  for (const head of heads) {
    const key = accountKey(head.userId, head.mode)
    pending.gone.delete(key)
    pending.heads.set(key, { ...head, statement: statement.sequence })
  }
  pending.newest = statement
}

async function readNext(signer: Signer, newest: Newest): Promise<ReadStatement | undefined> {
  const sequence = newest.sequence + 1
  const bytes = await signer.storage.find(statementKey(sequence))
  if (!bytes) return undefined
  const statement = findStatement(bytes, signer.publicKeys)
  if (statement?.sequence !== sequence || statement.previous !== newest.hash)
    throw new NothingSigned(`statement ${sequence} in storage is forged or does not follow the one before it`)
  return statement
}

export async function loadStatement(signer: Signer, sequence: number): Promise<ReadStatement> {
  const bytes = await signer.storage.find(statementKey(sequence))
  const statement = bytes && findStatement(bytes, signer.publicKeys)
  if (statement?.sequence !== sequence)
    throw new NothingSigned(`statement ${sequence} is ${bytes ? 'forged' : 'missing'} in storage`)
  return statement
}
