import type { Media } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Mode } from './addresses.ts'
import { callAs } from './call.ts'

export type MediaFilters = {
  type?: 'image' | 'video' | undefined
  status?: Media['status'] | undefined
  productId?: string | undefined
}

export type MediaPage = { media: Media[]; nextCursor: string | null }

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
  callAs(mode, 'GET /api/gen/media', { query: { ...filters, limit: PAGE, cursor }, signal })

/** The newest results, asked for again and again: often while a job is open. */
export const newestQuery = (mode: Mode, filters: MediaFilters) =>
  queryOptions({
    queryKey: ['media', mode, 'newest', filters],
    queryFn: ({ signal }) => loadMedia(mode, filters, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.media.some((one) => one.waiting) ? OPEN_MS : QUIET_MS),
  })

export const mediumQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: ['media', mode, 'one', id],
    queryFn: ({ signal }) => callAs(mode, 'GET /api/gen/media/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.waiting ? OPEN_MS : false),
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
