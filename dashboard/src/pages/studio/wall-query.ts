import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Mode } from '../../api/addresses.ts'
import { takeCursor } from '../../api/changes.ts'
import { loadMedia, type MediaFilters, newestQuery } from '../../api/media.ts'
import { tileMediaOf } from './tile-media.ts'

type Search = Pick<MediaFilters, 'type' | 'status' | 'day' | 'model'> & {
  product?: string | undefined
  key?: string | undefined
  character?: string | undefined
  point?: string | undefined
}

/** What the address of the Studio asks for. */
export const filtersOf = ({
  type,
  status,
  product,
  key,
  character,
  point,
  model,
  day,
}: Search): MediaFilters => ({
  type,
  status,
  productId: product,
  keyId: key,
  characterId: character,
  cepId: point,
  model,
  day,
})

/** The wall, page by page. Its first page is asked for while the Studio itself is still being loaded. */
export const wallQuery = (mode: Mode, filters: MediaFilters) =>
  infiniteQueryOptions({
    queryKey: ['media', mode, 'pages', filters],
    queryFn: async ({ client, pageParam, signal }) => {
      if (!pageParam) await takeCursor(client, mode)
      const page = await loadMedia(mode, filters, pageParam, signal)
      const { media, nextCursor } = page
      // The other query begins with the same page: it is read once.
      if (!pageParam) client.setQueryData(newestQuery(mode, filters).queryKey, page)
      return { media: media.map(tileMediaOf), nextCursor }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Back finds the wall as it was left; what is new comes from the other query.
    staleTime: Number.POSITIVE_INFINITY,
  })
