import type { LedgerAnswer, LedgerEntry, LedgerQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type ChainHead, EMPTY_CHAIN, ENTRY_COLUMNS, type EntryRow } from './walk-chain.ts'

const EXPORT_ROWS = 250

/** Entries in the order of the chain, and where it stands before them and at its end. */
export async function readLedger(
  db: Rows,
  owner: Owner,
  { after, limit }: LedgerQuery,
): Promise<LedgerAnswer> {
  const [before] = after === 0 ? [] : await readEntriesAfter(db, owner, after - 1, 1)
  const entries = await readEntriesAfter(db, owner, after, limit)
  // Last, so that no entry is beyond it: who walks the chain goes on until it meets the head.
  const head = await readHead(db, owner)
  return {
    userId: owner.userId,
    // Beyond the end nothing comes after the head.
    before: presentHead(before ? headAfter(before) : after === 0 ? EMPTY_CHAIN : head),
    entries: entries.map(presentEntry),
    head: presentHead(head),
  }
}

const columns = [
  'seq',
  'id',
  'createdAt',
  'kind',
  'reason',
  'amount',
  'balanceAfter',
  'refType',
  'refId',
  'reverses',
  'txHash',
  'seal',
] as const satisfies (keyof LedgerEntry)[]

/** The whole ledger as lines of CSV. No field needs quotes: they are numbers, times, ids and fixed words. */
export async function* writeLedgerCsv(db: Rows, owner: Owner): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  for (let after = 0; ; ) {
    const page = (await readEntriesAfter(db, owner, after, EXPORT_ROWS)).map(presentEntry)
    if (page.length > 0)
      yield page.map((entry) => `${columns.map((name) => entry[name] ?? '').join(',')}\r\n`).join('')
    const last = page.at(-1)
    if (!last || page.length < EXPORT_ROWS) return
    after = last.seq
  }
}

const readEntriesAfter = (db: Rows, owner: Owner, after: number, limit: number) =>
  db.rows<EntryRow>(
    `select ${ENTRY_COLUMNS} from ledger_entries where user_id = $1 and mode = $2 and seq > $3
     order by seq limit $4`,
    [owner.userId, owner.mode, after, limit],
  )

async function readHead(db: Rows, owner: Owner): Promise<ChainHead> {
  const row = await db.row<ChainHead>(
    `select seq, balance, encode(head_hash, 'hex') as hash, encode(head_seal, 'hex') as seal
     from credit_accounts where user_id = $1 and mode = $2`,
    [owner.userId, owner.mode],
  )
  return row ?? EMPTY_CHAIN
}

const headAfter = ({ seq, balance_after, hash, seal }: EntryRow): ChainHead => ({
  seq,
  balance: balance_after,
  hash,
  seal,
})

const presentHead = ({ seq, balance, hash, seal }: ChainHead) => ({ seq, balance, txHash: hash, seal })

const presentEntry = (row: EntryRow): LedgerEntry => ({
  id: row.id,
  amount: row.amount,
  reason: row.reason as LedgerEntry['reason'],
  refId: row.ref_id,
  refType: row.ref_type as LedgerEntry['refType'],
  balanceAfter: row.balance_after,
  txHash: row.hash,
  createdAt: row.created_at.toISOString(),
  seq: row.seq,
  kind: row.kind as LedgerEntry['kind'],
  reverses: row.reverses,
  seal: row.seal,
})
