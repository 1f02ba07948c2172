import type { Change, Media, OwnedMedia } from '@atelier/contract'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Mode } from './addresses.ts'

type News = { changes: Change[]; media: OwnedMedia[] }
type List = { media: OwnedMedia[] }

/** What was read again replaces what is held; of the others only the state and the progress change. */
export function mergeMedia<M extends Media>(held: M[], { changes, media }: News): M[] {
  const told = new Map(changes.map((change) => [change.id, change]))
  const read = new Map(media.map((one) => [one.id, one]))
  let isSame = true
  const merged = held.flatMap((one): M[] => {
    const change = told.get(one.id)
    if (!change) return [one]
    const next = mergeOne(one, change, read.get(one.id))
    if (next !== one) isSame = false
    return next === undefined ? [] : [next]
  })
  // The same list stays the same object, so that nothing is drawn again.
  return isSame ? held : merged
}

function mergeOne<M extends Media>(one: M, change: Change, read: OwnedMedia | undefined): M | undefined {
  if (change.erased) return undefined
  if (read) return { ...one, ...read }
  const isWaiting = change.status === 'queued' || change.status === 'processing'
  // An ended job needs its file, its refund and its reason, which only its own read tells.
  if (!isWaiting || !one.waiting) return one
  if (one.status === change.status && one.progress === change.progress) return one
  return { ...one, status: change.status, progress: change.progress }
}

const isList = (data: unknown): data is List =>
  typeof data === 'object' && data !== null && Array.isArray((data as List).media)

const isPaged = (data: unknown): data is InfiniteData<List> =>
  typeof data === 'object' && data !== null && Array.isArray((data as InfiniteData<List>).pages)

/** The same object when nothing of it changed. */
function mergeHeld(held: unknown, news: News): unknown {
  const write = <L extends List>(list: L): L => {
    const media = mergeMedia(list.media, news)
    return media === list.media ? list : { ...list, media }
  }
  if (!isPaged(held)) return isList(held) ? write(held) : held
  const pages = held.pages.map(write)
  return pages.every((page, at) => page === held.pages[at]) ? held : { ...held, pages }
}

/**
 * Writes news into every list of media and into every single one that the page holds. A read that is under
 * way may have begun before the news, so they are written once more when it ends.
 */
export function mergeChanges(client: QueryClient, mode: Mode, news: News): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['media', mode] })) {
    mergeInto(client, query, news)
    afterRead(query, () => mergeInto(client, query, news))
  }
}

function mergeInto(client: QueryClient, query: Query, news: News): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state
  // A write would make it look fresh, and it would not be read again.
  if (data === undefined || (isInvalidated && !query.isActive())) return
  const [, , kind, filters] = query.queryKey
  const merged =
    kind === 'one'
      ? (mergeMedia([data as Media], news)[0] ?? data)
      : insertNews(mergeHeld(data, news), kind === 'newest' && isUnfiltered(filters), news)
  if (merged !== data) client.setQueryData(query.queryKey, merged, { updatedAt: dataUpdatedAt })
}

const isUnfiltered = (filters: unknown): boolean =>
  Object.values((filters ?? {}) as object).every((value) => value === undefined)

/** What was just read belongs to the newest, if it is younger than one of them. Filters are not judged. */
function insertNews(held: unknown, isNewest: boolean, { media }: News): unknown {
  if (!isNewest || !isList(held)) return held
  const known = new Set(held.media.map(({ id }) => id))
  const oldest = held.media.at(-1)?.createdAt
  const added = media.filter(
    ({ id, createdAt }) => !known.has(id) && oldest !== undefined && createdAt >= oldest,
  )
  if (added.length === 0) return held
  const all = [...added, ...held.media]
  return { ...held, media: all.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)) }
}

/** Nothing to do when no read is under way, or when another one takes its place. */
export function afterRead(query: Query, work: () => void): void {
  if (query.state.fetchStatus !== 'fetching') return
  query.promise?.then(
    // The answer itself is written right after the promise.
    () => setTimeout(work),
    () => undefined,
  )
}
