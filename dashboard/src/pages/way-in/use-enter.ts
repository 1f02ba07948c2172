import type { Session } from '@atelier/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '../../api/session.ts'

/** Goes on with a session that has just begun. Nothing that another user saw is kept. */
export function useEnter(next = '/'): (session: Session) => void {
  const client = useQueryClient()
  const router = useRouter()
  return (session) => {
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    router.history.push(next)
  }
}
