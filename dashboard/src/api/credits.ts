import type { Transaction } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Mode } from './addresses.ts'
import { callAs } from './call.ts'

const PAGE = 100
const REFRESH_MS = 15_000

export const loadEntries = (mode: Mode, cursor: string | undefined, signal?: AbortSignal) =>
  callAs(mode, 'GET /api/gen/credits', { query: { limit: PAGE, cursor }, signal })

export const balanceQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['credits', mode, 'newest'],
    queryFn: ({ signal }) => loadEntries(mode, undefined, signal),
    refetchInterval: REFRESH_MS,
  })

/** The whole ledger, oldest first, and the balance that was told with its newest entry. */
export async function loadLedger(
  mode: Mode,
  onLoaded: (entries: number) => void,
): Promise<{ entries: Transaction[]; balance: number }> {
  const entries: Transaction[] = []
  let balance: number | undefined
  let cursor: string | undefined
  do {
    const page = await loadEntries(mode, cursor)
    balance ??= page.balance
    entries.push(...page.transactions)
    onLoaded(entries.length)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { entries: entries.reverse(), balance: balance ?? 0 }
}
