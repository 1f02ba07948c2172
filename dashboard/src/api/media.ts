import type { Media, OwnedMedia } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Mode } from './addresses.ts'
import { call, callAs } from './call.ts'
import { loadCharacters, loadProducts } from './catalog.ts'
import { takeCursor } from './changes.ts'

export type MediaFilters = {
  type?: 'image' | 'video' | undefined
  status?: Media['status'] | undefined
  productId?: string | undefined
  keyId?: string | undefined
  characterId?: string | undefined
  cepId?: string | undefined
  model?: string | undefined
  /** A UTC day, such as 2026-10-31. */
  day?: string | undefined
}

export type MediaPage = { media: OwnedMedia[]; nextCursor: string | null }

const PAGE = 60
/** They change with the settings of the service. */
const MODELS_FRESH_MS = 300_000

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

/** The newest results. Read again when the changes tell of something new. */
export const newestQuery = (mode: Mode, filters: MediaFilters) =>
  queryOptions({
    queryKey: ['media', mode, 'newest', filters],
    queryFn: async ({ client, signal }) => {
      await takeCursor(client, mode)
      return loadMedia(mode, filters, undefined, signal)
    },
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
    queryFn: async ({ client, signal }) => {
      await takeCursor(client, mode)
      return loadNews(mode, since, signal)
    },
  })

export const mediumQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['media', mode, 'one', id],
    queryFn: async ({ client, signal }) => {
      await takeCursor(client, mode)
      return callAs(mode, 'GET /api/gen/media/{id}', { params: { id }, signal })
    },
  })

/** Who ordered it, and its pixels: what only the owner's list says. */
export const ownedQuery = (mode: Mode, { id, status }: Media) =>
  queryOptions({
    queryKey: ['media', mode, 'owned', id, status],
    queryFn: async ({ signal }) =>
      (await call('GET /api/owner/{mode}/media', { params: { mode }, query: { ids: id }, signal }))
        .media[0] ?? null,
  })

/** What is recorded of a job, step by step. A new state is a new step. */
export const timelineQuery = (mode: Mode, { id, status }: Media) =>
  queryOptions({
    queryKey: ['media', mode, 'timeline', id, status],
    queryFn: async ({ signal }) =>
      (await call('GET /api/owner/{mode}/media/{id}/timeline', { params: { mode, id }, signal })).steps,
    // Of the same job: the steps that are known stay while the next one is read.
    placeholderData: (steps, before) => (before?.queryKey[3] === id ? steps : undefined),
  })

export const downloadQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['media', mode, 'download', id],
    queryFn: ({ signal }) => callAs(mode, 'GET /api/gen/media/{id}/download', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** How much each key made on each UTC day since one. */
export const daysQuery = (mode: Mode, since: string) =>
  queryOptions({
    queryKey: ['days', mode, since],
    queryFn: async ({ signal }) =>
      (await call('GET /api/owner/{mode}/media/days', { params: { mode }, query: { since }, signal })).days,
    // It counts many rows.
    staleTime: 60_000,
  })

/** The models that can be asked for in this mode. */
export const modelsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['models', mode],
    queryFn: async ({ signal }) => (await callAs(mode, 'GET /api/gen/models', { signal })).models,
    staleTime: MODELS_FRESH_MS,
  })

export const cancelMedia = (mode: Mode, id: string) =>
  callAs(mode, 'DELETE /api/gen/media/{id}', { params: { id } })

export const productsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['products', mode],
    queryFn: ({ signal }) => loadProducts(mode, signal),
    staleTime: 60_000,
  })

export const charactersQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['characters', mode],
    queryFn: ({ signal }) => loadCharacters(mode, signal),
    staleTime: 60_000,
  })
