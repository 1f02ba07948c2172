import type { HistoryRow, OwnedMedia, Review, ReviewAction, ThresholdsBody } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Mode } from './addresses.ts'
import { call, callAs, sendFileAs } from './call.ts'

const PAGE = 100
const HISTORY_PAGES = 5
const IDS_PER_READ = 20
/** Conclusions follow reports, which come every few hours. */
const FRESH_MS = 60_000

export type PatternPage = AnswerOf<'GET /api/agent/knowledge/patterns'>
export type DriftPage = AnswerOf<'GET /api/agent/knowledge/drift'>
export type PlanAnswer = AnswerOf<'GET /api/agent/knowledge/plan'>
export type ReviewedNotes = AnswerOf<'GET /api/owner/{mode}/notes'>

async function loadHistory(mode: Mode, productId: string | undefined, signal: AbortSignal) {
  const rows: HistoryRow[] = []
  let cursor: string | undefined
  for (let page = 0; page < HISTORY_PAGES; page++) {
    const loaded = await callAs(mode, 'GET /api/agent/knowledge/history', {
      query: { productId, limit: PAGE, cursor },
      signal,
    })
    rows.push(...loaded.history)
    if (loaded.nextCursor === null) return rows
    cursor = loaded.nextCursor
  }
  return rows
}

/** What ran in the last 180 days, one row for each ad and way of counting. */
export const historyQuery = (mode: Mode, productId: string | undefined) =>
  queryOptions({
    queryKey: ['knowledge', mode, 'history', productId],
    queryFn: ({ signal }) => loadHistory(mode, productId, signal),
    staleTime: FRESH_MS,
  })

export const patternsQuery = (mode: Mode, productId: string | undefined) =>
  queryOptions({
    queryKey: ['knowledge', mode, 'patterns', productId],
    queryFn: ({ signal }) =>
      callAs(mode, 'GET /api/agent/knowledge/patterns', {
        query: { productId, minTier: 'loser', limit: PAGE },
        signal,
      }),
    staleTime: FRESH_MS,
  })

export const driftQuery = (mode: Mode, productId: string | undefined) =>
  queryOptions({
    queryKey: ['knowledge', mode, 'drift', productId],
    queryFn: ({ signal }) =>
      callAs(mode, 'GET /api/agent/knowledge/drift', { query: { productId, limit: PAGE }, signal }),
    staleTime: FRESH_MS,
  })

/** `active`: how many ads run; null: those whose rows are up to date. */
export type Running = { active: number | null; target: number }

export const planQuery = (mode: Mode, productId: string, { active, target }: Running) =>
  queryOptions({
    queryKey: ['knowledge', mode, 'plan', productId, { active, target }],
    queryFn: ({ signal }) => {
      const query = { productId, target, active: active ?? undefined }
      return callAs(mode, 'GET /api/agent/knowledge/plan', { query, signal })
    },
    staleTime: FRESH_MS,
  })

export const resultDaysQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['knowledge', mode, 'days', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/owner/{mode}/history/{id}/days', { params: { mode, id }, signal })).days,
    staleTime: FRESH_MS,
  })

/** From which sample on a result counts. They are those of the live mode. */
export const thresholdsQuery = queryOptions({
  queryKey: ['thresholds'],
  queryFn: async ({ signal }) => (await call('GET /api/account/thresholds', { signal })).thresholds,
  staleTime: FRESH_MS,
})

export const changeThresholds = async (body: ThresholdsBody) =>
  (await call('PATCH /api/account/thresholds', { body })).thresholds

const WORD_MIN = 2
const HITS = 5
const ID = /^[a-z]{3}_[0-9A-Za-z]{22}$/

/** What was learned, by its words. One letter and an id have none. */
export const searchQuery = (mode: Mode, q: string) =>
  queryOptions({
    queryKey: ['knowledge', mode, 'search', q],
    queryFn: async ({ signal }) =>
      (await callAs(mode, 'GET /api/agent/knowledge/search', { query: { q, limit: HITS }, signal })).hits,
    enabled: q.length >= WORD_MIN && !ID.test(q),
    staleTime: FRESH_MS,
  })

/** Notes by their review, newest first, and how many of each there are. */
export const notesQuery = (mode: Mode, review: Review) =>
  queryOptions({
    queryKey: ['notes', mode, review],
    queryFn: ({ signal }) =>
      call('GET /api/owner/{mode}/notes', { params: { mode }, query: { review, limit: PAGE }, signal }),
    refetchInterval: FRESH_MS,
  })

/** How many notes wait, without their texts: every page shows it. */
export const waitingNotesQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['notes', mode, 'waiting'],
    queryFn: async ({ signal }) => {
      const query = { review: 'pending', limit: 1 }
      const { counts } = await call('GET /api/owner/{mode}/notes', { params: { mode }, query, signal })
      return counts.pending
    },
    refetchInterval: FRESH_MS,
  })

export const reviewNote = (mode: Mode, id: string, action: ReviewAction) =>
  callAs(mode, 'POST /api/agent/knowledge/notes/{id}/review', { params: { id }, body: { action } })

export const writeNote = (mode: Mode, note: { text: string; keywords: string[] }) =>
  callAs(mode, 'POST /api/agent/knowledge/notes', { body: note })

/** The platform's CSV, or the lines of an export. Known lines are skipped, so a repeat changes nothing. */
export const importFile = (mode: Mode, file: File) => {
  const type = /\.csv$/i.test(file.name) ? 'text/csv' : 'application/x-ndjson'
  return sendFileAs(mode, 'POST /api/agent/knowledge/import', { body: new Blob([file], { type }) })
}

export const exportAddress = (mode: Mode): string => `/api/owner/${mode}/agent/knowledge/export`

/** Pictures by their ids, at most a hundred: for rows that name only the id. */
export const picturesQuery = (mode: Mode, ids: string[]) =>
  queryOptions({
    queryKey: ['pictures', mode, ids],
    queryFn: async ({ signal }) => {
      const media: OwnedMedia[] = []
      for (let at = 0; at < Math.min(ids.length, PAGE); at += IDS_PER_READ) {
        const query = { ids: ids.slice(at, at + IDS_PER_READ).join(','), limit: IDS_PER_READ }
        media.push(...(await call('GET /api/owner/{mode}/media', { params: { mode }, query, signal })).media)
      }
      return new Map(media.map((one) => [one.id, one]))
    },
    enabled: ids.length > 0,
    staleTime: FRESH_MS,
    // A map is compared by identity.
    structuralSharing: false,
  })

/** The newest finished results of a product. */
export const productMediaQuery = (mode: Mode, productId: string) =>
  queryOptions({
    queryKey: ['pictures', mode, 'product', productId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/owner/{mode}/media', {
          params: { mode },
          query: { productId, status: 'completed', limit: PAGE },
          signal,
        })
      ).media,
    staleTime: FRESH_MS,
  })
