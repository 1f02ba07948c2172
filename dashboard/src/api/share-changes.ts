import type { Change, OwnedMedia } from '@atelier/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf, Mode } from './addresses.ts'
import { sessionQuery } from './session.ts'

/** A page that heard others waits a little for them before it asks by itself. */
const PATIENCE_MS = 350
/** What is older than this part of an interval is asked again. */
const FRESH = 0.9

/** Where a page stands: its cursor, when it was asked for and when it was told. */
export type Standing = { cursor: string; etag: string; changes: Change[]; askedAt: number; toldAt: number }

/** What the service told, with the media that were read because of it. */
export type Told = { answer: AnswerOf<'GET /api/owner/{mode}/changes'>; etag: string; media: OwnedMedia[] }

/** One request of another page and its answer; `told` is null when nothing changed. */
export type Heard = { base: Standing; askedAt: number; toldAt: number; told: Told | null }

type Message = Heard & { from: string }

export type Sharing = {
  /** What another page asked a moment ago, when this page can go on from it. */
  hear(mine: Standing, everyMs: number, signal: AbortSignal): Promise<Heard | undefined>
  tell(heard: Heard): void
  close(): void
}

/** The same clock in all pages of a browser, also when the time of day is set. */
export const clock = (): number => performance.timeOrigin + performance.now()

/**
 * A page can go on from an older place: it is told some changes twice, which changes nothing. It must not go
 * on from a newer one, and what it knows already must not be older than what it hears.
 */
const fits = ({ base, askedAt }: Heard, mine: Standing): boolean =>
  base.cursor === mine.cursor || (base.toldAt <= mine.askedAt && askedAt >= mine.askedAt)

/**
 * The open pages of a browser ask once for all of them. There is no leader to elect or to lose: a page that
 * has not heard what it needs asks by itself and tells the others. `onNews`: something changed.
 */
export function newSharing(name: string, onNews: () => void): Sharing {
  const channel = new BroadcastChannel(name)
  const me = crypto.randomUUID()
  let latest: Message | undefined
  let listens = false
  let wake: (() => void) | undefined
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    latest = data
    // Of two that ask at the same moment, one goes on.
    if (data.from < me) listens = true
    wake?.()
    if (data.told) onNews()
  }
  const take = (mine: Standing, everyMs: number): Heard | undefined => {
    const heard = latest
    if (!heard || !fits(heard, mine)) return undefined
    if (!heard.told && clock() - heard.askedAt > everyMs * FRESH) return undefined
    latest = undefined
    listens = true
    return heard
  }
  const nextMessage = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        wake = undefined
        resolve()
      }
      const timer = setTimeout(end, PATIENCE_MS)
      wake = end
      signal.addEventListener('abort', end, { once: true })
    })
  return {
    hear: async (mine, everyMs, signal) => {
      const heard = take(mine, everyMs)
      if (heard || !listens) return heard
      await nextMessage(signal)
      const late = take(mine, everyMs)
      if (!late) listens = false
      return late
    },
    tell: (heard) => channel.postMessage({ ...heard, from: me } satisfies Message),
    close: () => channel.close(),
  }
}

const shared = new WeakMap<QueryClient, Map<Mode, Sharing>>()

export const sharingOf = (client: QueryClient, mode: Mode): Sharing | undefined =>
  shared.get(client)?.get(mode)

/**
 * From now on the pages of this browser that show the same user share what they are told. Returns what ends
 * it. An answer may arrive after its user has signed out, and the next one has signed in at another page.
 */
export function shareChanges(client: QueryClient, mode: Mode, onNews: () => void): () => void {
  const user = client.getQueryData(sessionQuery.queryKey)?.user.id
  if (user === undefined) return () => undefined
  const sharing = newSharing(`atelier changes ${mode} ${user}`, onNews)
  const modes = shared.get(client) ?? new Map<Mode, Sharing>()
  shared.set(client, modes.set(mode, sharing))
  return () => {
    modes.delete(mode)
    sharing.close()
  }
}
