import type { Transaction } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Mode } from './addresses.ts'
import { call, callAs } from './call.ts'

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

/** The whole ledger, oldest first, and the balance that the service tells with its head. */
export async function loadLedger(mode: Mode): Promise<{ entries: Transaction[]; balance: number }> {
  const entries: Transaction[] = []
  let after = 0
  for (;;) {
    const page = await call('GET /api/owner/{mode}/ledger', { params: { mode }, query: { after } })
    entries.push(...page.entries)
    after = page.entries.at(-1)?.seq ?? after
    if (after >= page.head.seq || page.entries.length === 0) return { entries, balance: page.head.balance }
  }
}

export const spendQuery = (mode: Mode, since: string) =>
  queryOptions({
    queryKey: ['spend', mode, since],
    queryFn: async ({ signal }) =>
      (await call('GET /api/owner/{mode}/spend', { params: { mode }, query: { by: 'key', since }, signal }))
        .rows,
    // It sums many entries: rarely, and not while nobody looks.
    staleTime: 60_000,
  })
