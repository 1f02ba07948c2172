import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Mode } from '../../api/addresses.ts'
import { type MediaFilters, newestQuery } from '../../api/media.ts'
import type { TileMedia } from './tile-media.ts'
import { wallQuery } from './wall-query.ts'

const TOP_PIXELS = 80

export type Wall = {
  media: TileMedia[]
  /** Arrived while the reader was further down: shown when asked for, never pushed in. */
  waiting: number
  showWaiting(): void
  isPending: boolean
  error: Error | null
  retry(): unknown
  hasMore: boolean
  loadMore(): void
}

/** Everything that was made, newest first. What is already shown changes in place and never moves. */
export function useWall(mode: Mode, filters: MediaFilters): Wall {
  const pages = useInfiniteQuery(wallQuery(mode, filters))
  // Read again when the changes tell of something new.
  const newest = useQuery({
    ...newestQuery(mode, filters),
    enabled: pages.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())

  const older = useMemo(() => pages.data?.pages.flatMap(({ media }) => media) ?? [], [pages.data])
  const known = useMemo(() => new Set(older.map(({ id }) => id)), [older])
  const fresh = useMemo(
    () => (pages.data ? (newest.data?.media ?? []).filter(({ id }) => !known.has(id)) : []),
    [newest.data, known, pages.data],
  )
  const { refetch } = pages
  // So much is new that the two lists no longer touch: what lies between would be missing.
  const isTorn = older.length > 0 && fresh.length > 0 && fresh.length === newest.data?.media.length
  useEffect(() => {
    if (isTorn) refetch()
  }, [isTorn, refetch])
  const unseen = fresh.filter(({ id }) => !taken.has(id)).length
  const showWaiting = () => setTaken(new Set(fresh.map(({ id }) => id)))

  // At the top there is nothing above that could be pushed down.
  useEffect(() => {
    if (unseen > 0 && scrollY < TOP_PIXELS) setTaken(new Set(fresh.map(({ id }) => id)))
  }, [unseen, fresh])

  const media = useMemo(() => {
    const now = new Map<string, TileMedia>(newest.data?.media.map((one) => [one.id, one]))
    const first: TileMedia[] = fresh.filter(({ id }) => taken.has(id))
    const shown = [...first, ...older].map((one) => now.get(one.id) ?? one)
    // A filter by state meets a job when it ends, perhaps after younger ones: each stands in its own day.
    return shown.sort((one, other) => other.createdAt.localeCompare(one.createdAt))
  }, [fresh, older, taken, newest.data])

  const { fetchNextPage, isFetchingNextPage } = pages
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  return {
    media,
    waiting: unseen,
    showWaiting,
    isPending: pages.isPending,
    error: pages.error,
    retry: pages.refetch,
    hasMore: pages.hasNextPage,
    loadMore,
  }
}
