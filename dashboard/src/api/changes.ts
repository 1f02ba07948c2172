import type { Change, OwnedMedia } from '@atelier/contract'
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Mode } from './addresses.ts'
import { AnswerLost, call, isPassing, pauseMsOf, readAnswer } from './call.ts'
import { keysQuery } from './keys.ts'
import { afterRead, mergeChanges } from './merge-changes.ts'
import { clock, type Standing, shareChanges, sharingOf, type Told } from './share-changes.ts'

const OPEN_MS = 1_000
const QUIET_MS = 5_000
const LOST_MS = 2_000
/** A request without an answer is given up, so that the next one is sent within five seconds. */
const GIVE_UP_MS = 4_000
const IDS_PER_READ = 20
/** More is read faster as whole lists. */
const READ_ONE_BY_ONE_MAX = 60

type Answer = AnswerOf<'GET /api/owner/{mode}/changes'>

/** Where this page stands: what it was told last. */
export type Followed = Standing & {
  /** Results that arrived with this answer. */
  arrived: number
}

const keyOf = (mode: Mode) => ['changes', mode] as const

const isOpen = ({ status }: Pick<Change, 'status'>): boolean => status === 'queued' || status === 'processing'
/** A file that was removed, or a result that was erased, is a change but no arrival. */
const isArrived = ({ status, removed, erased }: Change): boolean =>
  status === 'completed' && !removed && !erased

/**
 * What became of jobs since the last look: every second while one is open, never while the page is hidden.
 * The lists that are shown follow from it and are not asked for again by themselves.
 */
export const changesQuery = (mode: Mode) =>
  queryOptions({
    queryKey: keyOf(mode),
    queryFn: async ({ client, signal }): Promise<Followed> => {
      const before = client.getQueryData<Followed>(keyOf(mode))
      const sharing = sharingOf(client, mode)
      const heard = before && (await sharing?.hear(before, everyMsOf(before), signal))
      const { base, told, askedAt, toldAt } = heard ?? (await ask(mode, before, signal))
      readFailed(client, mode)
      const tell = (what: Told | null) => {
        if (base && !heard) sharing?.tell({ base, askedAt, toldAt, told: what })
      }
      if (told === null && base) {
        tell(null)
        // The same changes as before: the cursor stays, too.
        return before?.arrived === 0 && before.cursor === base.cursor ? before : { ...base, arrived: 0 }
      }
      if (told === null) throw new AnswerLost('not modified, without a tag')
      const { answer } = told
      // Two reloads look the same, and the second one counts, too: each page reads its own lists.
      const etag = answer.reload ? '' : told.etag
      const known = [...(base?.changes ?? []), ...(before?.changes ?? [])]
      const moved = base && !answer.reload ? movedSince(known, answer.changes) : []
      const reader = { client, mode, signal, told: known }
      if (!base) readAgain(client, mode)
      else {
        const media = await apply(reader, { answer, moved, media: told.media })
        if (!answer.reload) tell({ answer, etag, media })
      }
      const { cursor, changes } = answer
      return { cursor, etag, changes, askedAt, toldAt, arrived: moved.filter(isArrived).length }
    },
    // The page itself asks again, and soon.
    retry: false,
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => {
      // A service that is back is noticed soon; one that asks for a pause gets it.
      if (state.status === 'error') return Math.max(LOST_MS, pauseMsOf(state.error))
      return state.data ? everyMsOf(state.data) : QUIET_MS
    },
  })

const everyMsOf = ({ changes }: Standing): number => (changes.some(isOpen) ? OPEN_MS : QUIET_MS)

type Asked = { base: Followed | undefined; told: Told | null; askedAt: number; toldAt: number }

async function ask(mode: Mode, base: Followed | undefined, signal: AbortSignal): Promise<Asked> {
  const askedAt = clock()
  const read = await loadChanges(mode, base, signal)
  return { base, told: read && { ...read, media: [] }, askedAt, toldAt: clock() }
}

/** What one page of this browser is told, the others are told, too: they need not ask. */
export const shareWithPages = (client: QueryClient, mode: Mode): (() => void) =>
  shareChanges(client, mode, () => {
    // Who does not look is told when the page is looked at again.
    if (document.visibilityState === 'visible')
      client.refetchQueries({ queryKey: keyOf(mode), type: 'active' }, { cancelRefetch: false })
  })

/**
 * A list is read after a cursor was taken: what ends between the two is then told as a change. A page that
 * cannot take a cursor still reads its lists.
 */
export const takeCursor = (client: QueryClient, mode: Mode): Promise<unknown> =>
  client.ensureQueryData(changesQuery(mode)).catch(() => undefined)

/** The service answers again: what could not be read while it was away is read now. */
const readFailed = (client: QueryClient, mode: Mode): Promise<void> =>
  client.refetchQueries({
    queryKey: ['media', mode],
    type: 'active',
    predicate: ({ state }) => state.fetchStatus === 'idle' && isPassing(state.error),
  })

/**
 * What was read before the first cursor could be taken may have missed something since. Nobody waits for it:
 * these reads wait for the cursor themselves.
 */
const readAgain = (client: QueryClient, mode: Mode): Promise<void> =>
  client.invalidateQueries({
    queryKey: ['media', mode],
    predicate: ({ state }) => state.data !== undefined,
  })

/** Null: nothing changed since the tag. */
async function loadChanges(
  mode: Mode,
  before: Followed | undefined,
  signal: AbortSignal,
): Promise<{ answer: Answer; etag: string } | null> {
  const since = before ? `?since=${encodeURIComponent(before.cursor)}` : ''
  const response = await fetch(`/api/owner/${mode}/changes${since}`, {
    credentials: 'same-origin',
    // The tag is ours: a cache of the browser would answer 200 with an old cursor.
    cache: 'no-store',
    headers: before?.etag ? { 'if-none-match': before.etag } : {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]),
  }).catch((error: Error) => {
    if (signal.aborted) throw error
    throw new AnswerLost(error.message)
  })
  if (response.status === 304) return null
  // A cursor that the service no longer reads: where it stands now, and all lists again.
  if (response.status === 400 && before) {
    const now = await loadChanges(mode, undefined, signal)
    return now && { answer: { ...now.answer, reload: true }, etag: '' }
  }
  const answer = await readAnswer<'GET /api/owner/{mode}/changes'>(response)
  return { answer, etag: response.headers.get('etag') ?? '' }
}

const stateOf = ({ status, removed, erased }: Change): string => `${status} ${removed} ${erased}`

/** What is new, or in another state than it was told last. Progress alone is no move. */
export function movedSince(before: Change[], changes: Change[]): Change[] {
  const told = new Map(before.map((change) => [change.id, stateOf(change)]))
  return changes.filter((change) => told.get(change.id) !== stateOf(change))
}

/** `told`: what this page was told before. */
type Reader = { client: QueryClient; mode: Mode; signal: AbortSignal; told: Change[] }

/** Brings every list that the page holds up to date. Doing it twice changes nothing. */
async function apply(
  reader: Reader,
  { answer, moved, media: known }: { answer: Answer; moved: Change[]; media: OwnedMedia[] },
): Promise<OwnedMedia[]> {
  const { client, mode, signal, told } = reader
  const isMuch = answer.reload || moved.length > READ_ONE_BY_ONE_MAX
  const media = isMuch ? [] : [...known, ...(await loadMoved(reader, moved, known))]
  if (!isMuch) {
    // A later look took the place of this one, and may know more.
    signal.throwIfAborted()
    mergeChanges(client, mode, { changes: answer.changes, media })
    if (moved.length === 0) return media
  }
  const ids = moved.map(({ id }) => id)
  rereadLists(
    client,
    mode,
    (query) => isMuch || isOutdated(query, ids) || ids.includes(String(query.queryKey[3])),
  )
  if (!isMuch && !moved.some((change) => movesCredits(change, told))) return media
  client.invalidateQueries({ queryKey: ['credits', mode, 'newest'] })
  // Exactly: what the keys spent, not their names.
  client.invalidateQueries({ queryKey: keysQuery.queryKey, exact: true })
  return media
}

/** A submit charges and a failure refunds. What runs or is completed costs what it did. */
const movesCredits = ({ id, status }: Change, told: Change[]): boolean =>
  status === 'failed' || status === 'stalled' || !told.some((before) => before.id === id)

/** What the newest hold changes in place. They are read for what they lack, and when states are filtered. */
function isOutdated({ queryKey, state }: Query, ids: string[]): boolean {
  const [, , kind, filters] = queryKey
  if (kind === 'news') return true
  if (kind !== 'newest') return false
  const held = new Set((state.data as { media: OwnedMedia[] } | undefined)?.media.map(({ id }) => id))
  return (filters as { status?: string }).status !== undefined || ids.some((id) => !held.has(id))
}

/** A first read that is under way is not stopped: it is repeated when it ends, for it may lack the news. */
function rereadLists(client: QueryClient, mode: Mode, isConcerned: (query: Query) => boolean): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['media', mode], predicate: isConcerned })) {
    const reread = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    if (query.state.data === undefined) afterRead(query, reread)
    else reread()
  }
}

/**
 * An ended job has a file, a refund or a reason, and a new one a prompt and a price, which only its own read
 * tells. What runs has its progress in the answer.
 */
async function loadMoved(
  { mode, signal, told }: Reader,
  moved: Change[],
  read: OwnedMedia[],
): Promise<OwnedMedia[]> {
  const known = new Set(told.map(({ id }) => id))
  const ids = moved
    .filter((change) => !change.erased && (!isOpen(change) || !known.has(change.id)))
    .map(({ id }) => id)
    .filter((id) => !read.some((one) => one.id === id))
  const media: OwnedMedia[] = []
  for (let at = 0; at < ids.length; at += IDS_PER_READ) {
    const query = { ids: ids.slice(at, at + IDS_PER_READ).join(','), limit: IDS_PER_READ }
    media.push(...(await call('GET /api/owner/{mode}/media', { params: { mode }, query, signal })).media)
  }
  return media
}
