import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isPassing } from './call.ts'
import { isUnauthorized, sessionQuery } from './session.ts'

const RETRIES = 2

/** `onEnded`: the session is over, whatever page is open. */
export function newQueryClient(onEnded: () => void): QueryClient {
  const noticeEnd = (error: Error) => {
    if (!isUnauthorized(error) || client.getQueryData(sessionQuery.queryKey) === null) return
    client.setQueryData(sessionQuery.queryKey, null)
    onEnded()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      // A browser that believes to be offline still asks: a failure is shown, and nothing is sent later.
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < RETRIES && isPassing(error),
      },
      // A write is repeated by a person, who sees what it would do.
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
