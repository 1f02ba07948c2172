import { createHash } from 'node:crypto'
import type { Transaction } from '@atelier/contract'
import type { Caller } from './caller.ts'
import { expectId, expectInteger, expectMatch, expectText, expectThat, expectTime } from './expect.ts'
import { expectOk } from './expect-answer.ts'

const PAGES_MAX = 60

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

export const readBalance = async (caller: Caller): Promise<number> =>
  (await expectOk(caller.get<{ balance: number }>('/api/gen/credits'), 'credits')).balance

/** Follows `nextCursor` to the end of a list. */
export async function readPages<T>(
  caller: Caller,
  path: string,
  field: string,
  limit: number,
): Promise<T[][]> {
  const pages: T[][] = []
  let cursor: string | null = ''
  while (cursor !== null && pages.length < PAGES_MAX) {
    const query: string = `limit=${limit}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await caller.get<{ nextCursor: string | null } & Record<string, T[]>>(`${path}?${query}`)
    pages.push(answer.json[field] as T[])
    cursor = answer.json.nextCursor
  }
  return pages
}

export const readLedger = async (caller: Caller, limit = 50): Promise<Transaction[]> =>
  (await readPages<Transaction>(caller, '/api/gen/credits', 'transactions', limit)).flat()

/** The sign of each reason's amount; an adjustment may have either. */
const signs: Record<string, number> = {
  image_generation: -1,
  video_generation: -1,
  image_generation_refund: 1,
  video_generation_refund: 1,
  credit_purchase: 1,
  credit_grant: 1,
  admin_adjustment: 0,
}

const isOfJob = ({ reason }: Transaction): boolean => reason.includes('generation')

/** The whole ledger of a user, recomputed from its own rows. */
export async function expectLedger(
  caller: Caller,
  limit?: number,
): Promise<{ rows: Transaction[]; headHash: string }> {
  const rows = await readLedger(caller, limit)
  const moves = rows.map((row) => (isOfJob(row) ? row.reason + row.refId : row.id))
  expectMatch(
    [new Set(rows.map(({ id }) => id)).size, new Set(moves).size],
    [rows.length, rows.length],
    'each entry once; one charge and one refund per job',
  )
  for (const row of rows) expectTransaction(row)
  const times = rows.map(({ createdAt }) => createdAt)
  expectMatch(times, times.toSorted().toReversed(), 'newest first')
  const { balance, headHash } = followChain(rows)
  expectMatch(await readBalance(caller), balance, 'balance is the sum of the entries')
  return { rows, headHash }
}

function expectTransaction(row: Transaction): void {
  expectId(row.id, 'txn', 'transaction id')
  expectInteger(row.amount, 'amount')
  expectInteger(row.balanceAfter, 'balanceAfter')
  expectTime(row.createdAt, 'createdAt')
  expectText(row.refId, 'refId')
  const sign = signs[row.reason]
  const hasSign = sign !== undefined && (sign === 0 || Math.sign(row.amount) === sign)
  expectThat(hasSign, `reason ${row.reason} with amount ${row.amount}`)
  expectMatch(row.refType, isOfJob(row) ? 'generated_media' : 'credit_grant', `refType of ${row.reason}`)
}

/** Finds each next entry by its hash, because rows of one millisecond may be listed in either order. */
function followChain(rows: Transaction[]): { balance: number; headHash: string } {
  let headHash = '0'.repeat(64)
  let balance = 0
  for (const left = new Set(rows); left.size > 0; ) {
    const next = [...left].find((row) => row.txHash === hashOf(headHash, row))
    const where = `the chain of txHash breaks after ${headHash}; ${left.size} of ${rows.length} entries left`
    expectThat(next !== undefined, where)
    balance += next.amount
    headHash = next.txHash
    left.delete(next)
    const isRight = next.balanceAfter === balance && balance >= 0
    expectThat(isRight, `balanceAfter ${next.balanceAfter} of ${next.id}, want ${balance}, never negative`)
  }
  return { balance, headHash }
}

const hashOf = (before: string, row: Transaction): string =>
  sha256(
    [before, row.id, row.amount, row.reason, row.refId, row.refType, row.balanceAfter, row.createdAt].join(
      '\n',
    ),
  )
