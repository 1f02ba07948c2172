import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { isPassing } from '../api/call.ts'
import { changesQuery, shareWithPages } from '../api/changes.ts'
import { useSession } from '../api/session.ts'
import { clockTime } from '../format/time.ts'
import { useLanguage } from '../words/index.ts'
import { useMode } from './use-mode.ts'

/** Keeps every page up to date, says what arrived once, and says when nothing can be heard. */
export function Following() {
  const { words, language } = useLanguage()
  const mode = useMode()
  const client = useQueryClient()
  const user = useSession()?.user.id
  useEffect(() => (user === undefined ? undefined : shareWithPages(client, mode)), [client, mode, user])
  const followed = useQuery(changesQuery(mode))
  const arrived = followed.data?.arrived ?? 0
  const isLost = isPassing(followed.error) && followed.data !== undefined
  return (
    <>
      <span className="sr-only" role="status">
        {arrived > 0 && words.studio.arrivedSay(arrived)}
      </span>
      <div role="status">
        {isLost && (
          <p className="note warn mb-4">
            <CloudOff aria-hidden="true" />
            {words.common.offline(clockTime(new Date(followed.dataUpdatedAt), language))}
          </p>
        )}
      </div>
    </>
  )
}
