import type { Db, Rows } from '#platform/db'
import { checkDebts } from './check-debts.ts'
import { checkGrants, findMissingGrants } from './check-grants.ts'
import { checkMedia, findMissingMedia, type MediaBooks } from './check-media.ts'
import { newHeadVerifier } from './head-signature.ts'
import { readSignedHeads, type UnsignedHead } from './signed-heads.ts'
import {
  appendEntry,
  BrokenEntry,
  type ChainHead,
  EMPTY_CHAIN,
  ENTRY_COLUMNS,
  type EntryRow,
  isSameHead,
} from './walk-chain.ts'

export type LedgerTotals = { accounts: number; entries: number; media: number; findings: number }

export type LedgerSources = {
  /** What the media say about charges and refunds. */
  media: MediaBooks
  /** The newest signed head of each account, by `accountKey`; without it heads are not compared. */
  signed?: Map<string, UnsignedHead>
  /** Who may have signed the rows of signed heads; without it they are not checked. */
  publicKeys?: readonly string[]
  /** Called with one sentence for each thing that is wrong. */
  onFinding: (sentence: string) => void
}

type AccountRow = ChainHead & { user_id: string; mode: string }

const PAGE_ROWS = 2_000

export const accountKey = (userId: string, mode: string): string => `${userId} (${mode})`

/**
 * Recomputes every chain from its first entry, and compares it with its account, with what was signed, with
 * the grants, the debts and the media. Everything is read at one moment, so a running service does not
 * disturb it.
 */
export function verifyLedger(db: Db, sources: LedgerSources): Promise<LedgerTotals> {
  return db.transaction(
    async (tx) => {
      let findings = 0
      const add = (sentence: string) => {
        findings++
        sources.onFinding(sentence)
      }
      const chains = await verifyChains(tx, sources, add)
      if (sources.publicKeys) await checkSignedRows(tx, sources.publicKeys, add)
      await checkGrants(tx, add)
      await checkDebts(tx, add)
      const media = await checkMedia(tx, sources.media, add)
      return { ...chains, media, findings }
    },
    { isSnapshot: true },
  )
}

type Add = (sentence: string) => void

/** Walks accounts and entries side by side: both are read in the order of the accounts. */
async function verifyChains(tx: Rows, { media, signed }: LedgerSources, add: Add) {
  const total = { accounts: 0, entries: 0 }
  const unseen = new Map(signed)
  const entries = readEntries(tx, async (page) => {
    for (const sentence of await findMissingMedia(tx, media, page)) add(sentence)
    for (const sentence of await findMissingGrants(tx, page)) add(sentence)
  })
  let next = await entries.next()
  const takeUntil = async (key: string | undefined, onEntry: (entry: EntryRow) => void) => {
    while (!next.done && (key === undefined || keyOf(next.value) === key)) {
      total.entries++
      onEntry(next.value)
      next = await entries.next()
    }
  }
  const skipEntriesBefore = async (key: string | undefined) => {
    while (!next.done && (key === undefined || keyOf(next.value) < key)) {
      const lost = keyOf(next.value)
      let count = 0
      await takeUntil(lost, () => count++)
      add(`${lost}: the account is missing; ${count} entries belong to it`)
    }
  }
  for await (const account of readAccounts(tx)) {
    total.accounts++
    const key = keyOf(account)
    await skipEntriesBefore(key)
    const check = newChainCheck(account, signed?.get(key))
    unseen.delete(key)
    await takeUntil(key, check.append)
    for (const sentence of check.end()) add(`${key}: ${sentence}`)
  }
  await skipEntriesBefore(undefined)
  for (const [key, head] of unseen)
    add(`${key}: the account is missing; statement ${head.statement} signed ${head.seq} entries of it`)
  return total
}

async function checkSignedRows(tx: Rows, publicKeys: readonly string[], add: Add): Promise<void> {
  const isSigned = newHeadVerifier(publicKeys)
  for await (const head of readSignedHeads(tx))
    if (!isSigned(head))
      add(`${accountKey(head.userId, head.mode)}: its signed head in the database is forged`)
}

const keyOf = ({ user_id, mode }: { user_id: string; mode: string }) => accountKey(user_id, mode)

/** Checks one chain, entry by entry; after the first broken entry the rest cannot be judged. */
function newChainCheck(account: AccountRow, signed: UnsignedHead | undefined) {
  const findings: string[] = []
  let head = EMPTY_CHAIN
  let isBroken = false
  return {
    append(entry: EntryRow): void {
      if (isBroken) return
      try {
        head = appendEntry(head, entry)
      } catch (error) {
        if (!(error instanceof BrokenEntry)) throw error
        isBroken = true
        findings.push(`${error.message}; the ${head.seq} entries before it are valid`)
      }
      if (!isBroken && signed?.seq === head.seq && !isSameHead(signed, head))
        findings.push(
          `the chain was rewritten: entry ${entry.id} (number ${head.seq}) is not the one that ` +
            `statement ${signed.statement} signed`,
        )
    },
    end(): string[] {
      if (isBroken) return findings
      if (signed && head.seq < signed.seq)
        findings.push(
          `the tail is cut off: the chain ends at number ${head.seq}, and statement ${signed.statement} ` +
            `signed number ${signed.seq}`,
        )
      if (!isSameHead(head, account))
        findings.push(
          `the account says ${account.balance} credits after ${account.seq} entries, its chain ` +
            `${head.balance} after ${head.seq}, or its head is another one`,
        )
      return findings
    },
  }
}

async function* readAccounts(tx: Rows): AsyncGenerator<AccountRow> {
  for (let after = ['', '']; ; ) {
    const page = await tx.rows<AccountRow>(
      `select user_id, mode, balance, seq, encode(head_hash, 'hex') as hash, encode(head_seal, 'hex') as seal
       from credit_accounts where (user_id, mode) > ($1::text, $2)
       order by user_id, mode limit ${PAGE_ROWS}`,
      after,
    )
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE_ROWS) return
    after = [last.user_id, last.mode]
  }
}

async function* readEntries(
  tx: Rows,
  onPage: (page: EntryRow[]) => Promise<void>,
): AsyncGenerator<EntryRow, undefined> {
  for (let after: [string, string, number] = ['', '', 0]; ; ) {
    const page = await tx.rows<EntryRow>(
      `select ${ENTRY_COLUMNS} from ledger_entries where (user_id, mode, seq) > ($1::text, $2, $3::bigint)
       order by user_id, mode, seq limit ${PAGE_ROWS}`,
      after,
    )
    await onPage(page)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE_ROWS) return
    after = [last.user_id, last.mode, last.seq]
  }
}
