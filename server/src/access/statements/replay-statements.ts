import type { KeyObject } from 'node:crypto'
import { accountKey, type SignedTotals, type UnsignedHead } from '#access/credits'
import type { Storage } from '#platform/storage'
import {
  type Account,
  findStatement,
  hashOf,
  NO_STATEMENT,
  type ReadStatement,
  STATEMENTS,
  statementKey,
} from './statement.ts'

export type Replay = {
  /** The newest signed head of each account, by `accountKey`. */
  signed: Map<string, UnsignedHead>
  newest: { sequence: number; hash: string; signedAt: string } | undefined
  /** The statements that withdrew earlier ones, because the database had been restored. */
  restores: { sequence: number; signedAt: string; from: number }[]
}

export type ReplayOptions = {
  storage: Storage
  publicKeys: readonly KeyObject[]
  /** Statements that must be there: those that rows of the database name, and those known from outside. */
  expected: { sequence: number; hash?: string; source: string }[]
  /** The last statement to read: what was signed later is newer than a restored database. */
  upTo?: number
  onFinding: (sentence: string) => void
}

const PARALLEL_READS = 16

/** Reads every statement from the first: signature, number, link to the one before, heads and totals. */
export async function replayStatements(options: ReplayOptions): Promise<Replay> {
  const { onFinding, expected, storage, upTo = Number.POSITIVE_INFINITY } = options
  const numbers = (await listNumbers(storage, onFinding)).filter((number) => number <= upTo)
  const hashes = new Map<number, string>()
  const replay = newReplay(onFinding)
  for (let from = 0; from < numbers.length; from += PARALLEL_READS) {
    const page = numbers.slice(from, from + PARALLEL_READS)
    const found = await Promise.all(page.map((number) => storage.find(statementKey(number))))
    for (const [i, number] of page.entries()) {
      const bytes = found[i] ?? Buffer.of()
      if (expected.some(({ sequence }) => sequence === number)) hashes.set(number, hashOf(bytes))
      replay.append(number, findStatement(bytes, options.publicKeys))
    }
  }
  for (const { sequence, hash, source } of expected) {
    const is = hashes.get(sequence)
    if (is === undefined) onFinding(`statement ${sequence} is missing in storage, and ${source} names it`)
    else if (hash && is !== hash)
      onFinding(`statement ${sequence} was replaced: ${source} has another hash of it`)
  }
  return replay
}

/** The numbers of all stored statements, ascending. */
async function listNumbers(storage: Storage, onFinding: (sentence: string) => void): Promise<number[]> {
  const numbers: number[] = []
  for (let after: string | undefined; ; ) {
    const page = await storage.list(STATEMENTS, after === undefined ? {} : { after })
    for (const { key } of page.objects) {
      const number = Number(key.slice(STATEMENTS.length))
      if (statementKey(number) === key && number > 0) numbers.push(number)
      else onFinding(`${key} in storage is not a statement`)
    }
    if (page.after === undefined) return numbers
    after = page.after
  }
}

function newReplay(add: (sentence: string) => void) {
  const signed = new Map<string, UnsignedHead>()
  const totals: SignedTotals = { accounts: 0, entries: 0, balance: 0 }
  let before: Pick<ReadStatement, 'hash'> | undefined = NO_STATEMENT
  /** After a missing statement the sums cannot be known any more. */
  let isWhole = true
  let last = 0
  const signHead = (number: number, head: ReadStatement['heads'][number], isRestored: boolean) => {
    const key = accountKey(head.userId, head.mode)
    const older = signed.get(key)
    if (older && head.seq <= older.seq && !isRestored)
      add(`statement ${number} signs number ${head.seq} of ${key} after number ${older.seq}`)
    totals.accounts += older ? 0 : 1
    totals.entries += head.seq - (older?.seq ?? 0)
    totals.balance += head.balance - (older?.balance ?? 0)
    signed.set(key, { ...head, statement: number })
  }
  const withdraw = (number: number, { userId, mode }: Account) => {
    const key = accountKey(userId, mode)
    const older = signed.get(key)
    if (!older) return add(`statement ${number} withdraws ${key}, which no statement signed`)
    totals.accounts--
    totals.entries -= older.seq
    totals.balance -= older.balance
    signed.delete(key)
  }
  const breakOff = (sentence: string) => {
    add(sentence)
    before = undefined
    isWhole = false
  }
  const replay: Replay & { append(number: number, statement: ReadStatement | undefined): void } = {
    signed,
    newest: undefined,
    restores: [],
    append(number, statement) {
      if (number === last + 2) breakOff(`statement ${last + 1} is missing in storage`)
      else if (number > last + 1) breakOff(`statements ${last + 1} to ${number - 1} are missing in storage`)
      last = number
      if (!statement) return breakOff(`statement ${number} is not signed by a known key`)
      if (statement.sequence !== number)
        return breakOff(`statement ${number} is a copy of statement ${statement.sequence}`)
      if (before && statement.previous !== before.hash)
        add(`statement ${number} does not follow statement ${number - 1}: it names another hash`)
      const { restored, signedAt } = statement
      if (restored) replay.restores.push({ sequence: number, signedAt, from: restored.from })
      for (const account of restored?.gone ?? []) withdraw(number, account)
      for (const head of statement.heads) signHead(number, head, restored !== undefined)
      if (isWhole && JSON.stringify(totals) !== JSON.stringify(statement.totals))
        add(`statement ${number} does not add up to its heads`)
      before = statement
      replay.newest = { sequence: number, hash: statement.hash, signedAt }
    },
  }
  return replay
}
