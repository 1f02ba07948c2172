import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from './session.ts'

/**
 * The pages of a browser have one cookie, so who signs in at one of them is signed in at all of them. A page
 * that still holds what another user saw must not go on: `onOther` leaves it. `onOther` is not called where
 * everything was forgotten first, as signing in and out do. Returns what ends the watch.
 */
export function watchUser(client: QueryClient, onOther: () => void): () => void {
  const channel = new BroadcastChannel('atelier user')
  /** Whose data this page holds, also when the session of this user has ended. */
  let mine: string | undefined
  const hear = (user: string) => {
    if (mine !== undefined && user !== mine) onOther()
  }
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
    if (type === 'removed') mine = undefined
    const user = client.getQueryData(sessionQuery.queryKey)?.user.id
    if (user === undefined || user === mine) return
    hear(user)
    mine = user
    channel.postMessage(user)
  })
  channel.onmessage = ({ data }: MessageEvent<string>) => hear(data)
  return () => {
    stop()
    channel.close()
  }
}
