import type { Transaction } from '@atelier/contract'
import { expect, test } from 'vitest'
import type { LedgerPage } from '../../api/credits.ts'
import { hashEntry, walkChain } from './walk-chain.ts'

const entry = (at: number, amount: number, balanceAfter: number): Transaction => ({
  id: `txn_${String(at).padStart(22, '0')}`,
  amount,
  reason: amount < 0 ? 'image_generation' : 'credit_grant',
  refId: 'med_0000000000000000000001',
  refType: 'generated_media',
  balanceAfter,
  txHash: '',
  createdAt: '2026-11-14T12:00:00.000Z',
})

async function chain(amounts: number[]): Promise<Transaction[]> {
  const entries: Transaction[] = []
  let previous = '0'.repeat(64)
  let balance = 0
  for (const [at, amount] of amounts.entries()) {
    balance += amount
    const one = entry(at, amount, balance)
    one.txHash = await hashEntry(previous, one)
    previous = one.txHash
    entries.push(one)
  }
  return entries
}

/** In pages of two, as a long ledger comes in pages. */
async function* pagesOf(entries: Transaction[], balance: number): AsyncGenerator<LedgerPage> {
  for (let at = 0; at === 0 || at < entries.length; at += 2)
    yield { entries: entries.slice(at, at + 2), balance }
}

const walk = (entries: Transaction[], balance: number) => walkChain(pagesOf(entries, balance))

test('a hash is the one that the interface defines', async () => {
  expect(await hashEntry('0'.repeat(64), entry(1, -400, 9_600))).toBe(
    'dddd5c21593e9bfd2de0528a9a138f74ad698774b361c21f6587ec94993298e4',
  )
})

test('an untouched chain holds, an empty one too', async () => {
  const entries = await chain([10_000, -400, 400, -1_300])
  expect(await walk(entries, 8_700)).toMatchObject({ kind: 'holds', checked: 4 })
  expect(await walk([], 0)).toMatchObject({ kind: 'holds', checked: 0 })
})

test.each<[string, Partial<Transaction>]>([
  ['an amount', { amount: -300 }],
  ['a balance', { balanceAfter: 9_700 }],
  ['a time', { createdAt: '2026-11-14T12:00:00.001Z' }],
  ['a reason', { reason: 'video_generation' }],
  ['a hash', { txHash: 'f'.repeat(64) }],
])('%s that was changed breaks the chain at that entry', async (_, change) => {
  const entries = await chain([10_000, -400, 400, -1_300])
  entries[1] = { ...(entries[1] as Transaction), ...change }
  expect(await walk(entries, 8_700)).toMatchObject({ kind: 'broken', place: 2 })
})

test('an entry that was removed breaks the chain at the next one', async () => {
  const entries = await chain([10_000, -400, 400, -1_300])
  expect(await walk(entries.toSpliced(1, 1), 8_700)).toMatchObject({ kind: 'broken', place: 2 })
})

test('a balance that is not the sum is told', async () => {
  const entries = await chain([10_000, -400])
  expect(await walk(entries, 9_601)).toEqual({ kind: 'wrong-sum', sum: 9_600, balance: 9_601 })
})
