import type { Media, OwnedMedia } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Mode } from './addresses.ts'
import { call, callAs } from './call.ts'

export type MediaFilters = {
  type?: 'image' | 'video' | undefined
  status?: Media['status'] | undefined
  productId?: string | undefined
  keyId?: string | undefined
}

export type MediaPage = { media: OwnedMedia[]; nextCursor: string | null }

const PAGE = 60
const OPEN_MS = 3_000
const QUIET_MS = 20_000
const PRODUCTS = 100

export const loadMedia = (
  mode: Mode,
  filters: MediaFilters,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<MediaPage> =>
  call('GET /api/owner/{mode}/media', {
    params: { mode },
    query: { ...filters, limit: PAGE, cursor },
    signal,
  })

/** The newest results, asked for again and again: often while a job is open. */
export const newestQuery = (mode: Mode, filters: MediaFilters) =>
  queryOptions({
    queryKey: ['media', mode, 'newest', filters],
    queryFn: ({ signal }) => loadMedia(mode, filters, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.media.some((one) => one.waiting) ? OPEN_MS : QUIET_MS),
  })

/** Everything since a time, or the newest of it when there is too much for a page. */
export type News = { media: OwnedMedia[]; isWhole: boolean }

const NEWS_PAGES = 10

async function loadNews(mode: Mode, since: Date, signal: AbortSignal): Promise<News> {
  const media: OwnedMedia[] = []
  let cursor: string | undefined
  for (let page = 0; page < NEWS_PAGES; page++) {
    const loaded = await loadMedia(mode, {}, cursor, signal)
    media.push(...loaded.media)
    const oldest = loaded.media.at(-1)
    if (loaded.nextCursor === null || !oldest || new Date(oldest.createdAt) < since)
      return { media: media.filter((one) => one.waiting || new Date(one.createdAt) >= since), isWhole: true }
    cursor = loaded.nextCursor
  }
  return { media, isWhole: false }
}

export const newsQuery = (mode: Mode, since: Date) =>
  queryOptions({
    queryKey: ['media', mode, 'news', since.toISOString()],
    queryFn: ({ signal }) => loadNews(mode, since, signal),
    refetchInterval: ({ state }) => (state.data?.media.some((one) => one.waiting) ? OPEN_MS : QUIET_MS),
  })

export const mediumQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['media', mode, 'one', id],
    queryFn: ({ signal }) => callAs(mode, 'GET /api/gen/media/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.waiting ? OPEN_MS : false),
  })

/** Who ordered it, and its pixels: what only the owner's list says. */
export const ownedQuery = (mode: Mode, { id, status }: Media) =>
  queryOptions({
    queryKey: ['media', mode, 'owned', id, status],
    queryFn: async ({ signal }) =>
      (await call('GET /api/owner/{mode}/media', { params: { mode }, query: { ids: id }, signal }))
        .media[0] ?? null,
  })

/** What is recorded of a job, step by step; asked for again while it is open. */
export const timelineQuery = (mode: Mode, { id, waiting }: Media) =>
  queryOptions({
    queryKey: ['media', mode, 'timeline', id, waiting],
    queryFn: async ({ signal }) =>
      (await call('GET /api/owner/{mode}/media/{id}/timeline', { params: { mode, id }, signal })).steps,
    refetchInterval: waiting ? OPEN_MS : false,
  })

export const downloadQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['media', mode, 'download', id],
    queryFn: ({ signal }) => callAs(mode, 'GET /api/gen/media/{id}/download', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const cancelMedia = (mode: Mode, id: string) =>
  callAs(mode, 'DELETE /api/gen/media/{id}', { params: { id } })

export const productsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['products', mode],
    queryFn: async ({ signal }) =>
      (await callAs(mode, 'GET /api/gen/products', { query: { limit: PRODUCTS }, signal })).products,
    staleTime: 60_000,
  })

export const charactersQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['characters', mode],
    queryFn: async ({ signal }) =>
      (await callAs(mode, 'GET /api/gen/characters', { query: { limit: PRODUCTS }, signal })).characters,
    staleTime: 60_000,
  })
