import type { Change, Media, OwnedMedia } from '@atelier/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
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

/** Writes news into every list of media and into every single one that the page holds. */
export function mergeChanges(client: QueryClient, mode: Mode, news: News): void {
  const write = <L extends List>(list: L): L => {
    const media = mergeMedia(list.media, news)
    return media === list.media ? list : { ...list, media }
  }
  client.setQueriesData<unknown>({ queryKey: ['media', mode] }, (data: unknown) => {
    if (isPaged(data)) {
      const pages = data.pages.map(write)
      return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages }
    }
    if (isList(data)) return write(data)
    return data
  })
  for (const { id } of news.changes)
    client.setQueryData<Media>(
      ['media', mode, 'one', id],
      (one) => one && (mergeMedia([one], news)[0] ?? one),
    )
}
