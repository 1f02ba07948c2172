import type { SpendGroup, Transaction } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Mode } from './addresses.ts'
import { call, callAs } from './call.ts'
import { patiently } from './read-all.ts'

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

/** Some entries, and the balance that the service told after them. */
export type LedgerPage = { entries: Transaction[]; balance: number }

/** The whole ledger, oldest first. The next page is on its way while the last one is looked at. */
export async function* readLedger(mode: Mode): AsyncGenerator<LedgerPage> {
  const read = (after: number) =>
    patiently(() => call('GET /api/owner/{mode}/ledger', { params: { mode }, query: { after } }))
  for (let reading = read(0); ; ) {
    const { entries, head } = await reading
    const last = entries.at(-1)?.seq ?? head.seq
    const isEnd = last >= head.seq
    if (!isEnd) reading = read(last)
    // A reader that stops earlier never waits for it.
    reading.catch(() => undefined)
    yield { entries, balance: head.balance }
    if (isEnd) return
  }
}

/** The same as one list, with the balance that the service tells with its head. */
export async function loadLedger(mode: Mode): Promise<LedgerPage> {
  const ledger: LedgerPage = { entries: [], balance: 0 }
  for await (const { entries, balance } of readLedger(mode)) {
    ledger.entries.push(...entries)
    ledger.balance = balance
  }
  return ledger
}

export const spendQuery = (mode: Mode, by: SpendGroup, since: string) =>
  queryOptions({
    queryKey: ['spend', mode, by, since],
    queryFn: async ({ signal }) => {
      const query = { by, since }
      const { rows } = await call('GET /api/owner/{mode}/spend', { params: { mode }, query, signal })
      return { by, rows }
    },
    // It sums many entries: rarely, and not while nobody looks.
    staleTime: 60_000,
  })
