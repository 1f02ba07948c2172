import { createHash } from 'node:crypto'
import type { Findings } from '../report/index.ts'
import type { AccountRow, DatabaseRows, EntryRow, MediaRow } from './read-database-rows.ts'

export const ledgerCounts = ['doubleCharges', 'doubleOrMissingRefunds', 'brokenChains'] as const
type LedgerFindings = Pick<Findings<(typeof ledgerCounts)[number]>, 'add'>

const IMAGE_CREDITS = 400
const VIDEO_CREDITS: Record<number, number> = { 6: 1_000, 10: 1_300, 15: 1_950 }
/** The refund and the settled row are written in one transaction, and none takes longer. */
const SAME_TRANSACTION_MS = 15_000

export function checkLedger(database: DatabaseRows, findings: LedgerFindings): void {
  checkCharges(database, findings)
  checkBoundRefs(database, findings)
  checkRefunds(database, findings)
  checkChains(database, findings)
}

const ofKind = (database: DatabaseRows, id: string, kind: string): EntryRow[] =>
  (database.entriesOf.get(id) ?? []).filter((entry) => entry.kind === kind)

function checkCharges(database: DatabaseRows, findings: LedgerFindings): void {
  const add = (id: string, sentence: string) => findings.add('doubleCharges', id, `${id} ${sentence}`)
  for (const media of database.media.values()) {
    const charges = ofKind(database, media.id, 'charge')
    if (media.parent_id !== null) {
      if (database.entriesOf.has(media.id)) add(media.id, 'is a sibling and has its own ledger entries')
      continue
    }
    const [charge] = charges
    const right =
      charges.length === 1 &&
      charge?.amount === -media.cost_credits &&
      charge.user_id === media.user_id &&
      charge.mode === media.mode &&
      media.cost_credits === priceOf(media)
    if (!right) add(media.id, `has ${charges.length} charges (${sum(charges)}), not one of ${priceOf(media)}`)
  }
  for (const entry of database.entries) {
    if (entry.ref_type === 'generated_media' && !database.media.has(entry.ref_id)) {
      add(entry.ref_id, `was charged or refunded (${entry.amount}) and does not exist`)
    }
  }
}

function priceOf({ kind, n, duration_seconds, resolution }: MediaRow): number {
  if (kind === 'image') return IMAGE_CREDITS * n
  return (VIDEO_CREDITS[duration_seconds] ?? 0) * (resolution === 'HD' ? 2 : 1)
}

/** A clientRef buys once: every other job with it must have been refused and refunded. */
function checkBoundRefs(database: DatabaseRows, findings: LedgerFindings): void {
  const asked = [...database.media.values()].filter((row) => row.client_ref !== null)
  const byRef = Map.groupBy(asked, (row) => `${row.user_id} ${row.mode} ${row.client_ref}`)
  for (const [ref, rows] of byRef) {
    const charged = rows.filter((row) => row.client_ref_bound || row.status !== 'failed')
    if (charged.length > 1) {
      findings.add('doubleCharges', ref, `${ref} bought ${charged.map((row) => row.id).join(' and ')}`)
    }
  }
}

function checkRefunds(database: DatabaseRows, findings: LedgerFindings): void {
  for (const media of database.media.values()) {
    const refunds = ofKind(database, media.id, 'refund')
    const owed = owedTo(media, database)
    const wrong = describeRefund(media, refunds, ofKind(database, media.id, 'charge'), owed)
    if (wrong) findings.add('doubleOrMissingRefunds', media.id, `${media.id} (${media.status}) ${wrong}`)
  }
}

function owedTo(media: MediaRow, database: DatabaseRows): number {
  switch (media.status) {
    case 'failed':
    case 'stalled':
      return media.cost_credits
    case 'completed': {
      const files = 1 + (database.siblings.get(media.id)?.length ?? 0)
      return media.parent_id === null ? IMAGE_CREDITS * (media.n - files) : 0
    }
    default:
      return 0
  }
}

function describeRefund(media: MediaRow, refunds: EntryRow[], charges: EntryRow[], owed: number) {
  const given = sum(refunds)
  if (refunds.length > 1 || given !== owed) return `got ${refunds.length} refunds of ${given}, not ${owed}`
  if (media.refunded_credits !== given) return `says ${media.refunded_credits}, the ledger says ${given}`
  if ((media.refunded_at === null) !== (refunds.length === 0)) return 'says another time than the ledger'
  const [refund] = refunds
  if (!refund) return undefined
  if (refund.reverses !== charges[0]?.id || refund.user_id !== media.user_id) {
    return 'got a refund without its charge'
  }
  const apartMs = Math.abs((media.refunded_at as Date).getTime() - refund.created_at.getTime())
  return apartMs > SAME_TRANSACTION_MS ? `was refunded ${apartMs} ms apart from its row` : undefined
}

function checkChains(database: DatabaseRows, findings: LedgerFindings): void {
  const chains = Map.groupBy(database.entries, (entry) => `${entry.user_id} ${entry.mode}`)
  for (const account of database.accounts) {
    const wrong = walkChain(account, chains.get(`${account.user_id} ${account.mode}`) ?? [])
    if (wrong) findings.add('brokenChains', account.user_id, `${account.user_id}: ${wrong}`)
  }
  const known = new Set(database.accounts.map((account) => `${account.user_id} ${account.mode}`))
  for (const chain of chains.keys()) {
    if (!known.has(chain)) findings.add('brokenChains', chain, `${chain} has entries and no account`)
  }
}

/** Recomputes every entry from the first: number, running balance, both hashes, and at the end the heads. */
function walkChain(account: AccountRow, entries: EntryRow[]): string | undefined {
  let previous = '0'.repeat(64)
  let previousSeal = previous
  let balance = 0
  for (const [i, entry] of entries.entries()) {
    balance += entry.amount
    if (entry.seq !== i + 1) return `entry ${entry.id} has the number ${entry.seq}, not ${i + 1}`
    if (balance < 0) return `the balance is ${balance} at ${entry.id}`
    if (entry.balance_after !== balance)
      return `entry ${entry.id} says ${entry.balance_after}, not ${balance}`
    const words = [
      previous,
      entry.id,
      String(entry.amount),
      entry.reason,
      entry.ref_id,
      entry.ref_type,
      String(entry.balance_after),
      entry.created_at.toISOString(),
    ]
    const hash = hashOf(words)
    if (hash !== entry.tx_hash.toString('hex'))
      return `the hash of entry ${entry.id} is not that of its words`
    const sealed = [entry.user_id, entry.mode, String(entry.seq), entry.kind, entry.reverses ?? '', hash]
    const seal = hashOf([previousSeal, ...sealed])
    if (seal !== entry.seal.toString('hex')) return `the seal of entry ${entry.id} is not that of its words`
    previous = hash
    previousSeal = seal
  }
  const whole =
    account.seq === entries.length &&
    account.balance === balance &&
    account.head_hash.toString('hex') === previous &&
    account.head_seal.toString('hex') === previousSeal
  return whole ? undefined : `the account says ${account.balance} at ${account.seq}, its entries ${balance}`
}

const hashOf = (words: string[]): string =>
  createHash('sha256').update(words.join('\n'), 'utf8').digest('hex')

const sum = (entries: EntryRow[]): number => entries.reduce((total, entry) => total + entry.amount, 0)
