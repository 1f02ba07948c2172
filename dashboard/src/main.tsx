import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isWorthRepeating } from './api/call.ts'
import { newQueryClient } from './api/query-client.ts'
import { sessionQuery } from './api/session.ts'
import { watchUser } from './api/watch-user.ts'
import { ToastProvider } from './parts/toast.tsx'
import { newRouter } from './router.tsx'
import { foldRequest } from './shell/fold-request.ts'
import { loadFirstWords, WordsProvider } from './words/index.ts'

/** As long as a page may be empty. After it there is at least its frame. */
const EMPTY_MS = 200

// Before the router reads the address.
const folded = foldRequest(location.pathname, location.search)
if (folded) history.replaceState(history.state, '', folded)

const client = newQueryClient(() => {
  const { href, pathname } = router.state.location
  if (pathname !== '/sign-in') router.navigate({ to: '/sign-in', search: { next: href, ended: true } })
})
const router = newRouter(client)
// Nothing that the user before has read is left in a page that begins anew.
watchUser(client, () => location.reload())

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')
// Who is signed in is asked while the texts are on their way, and then the page is loaded beside them.
const page = client
  .ensureQueryData(sessionQuery)
  .then((session) => session && loadPage())
  .catch(() => undefined)
// Not awaited by the module itself: the texts need its file, which would then never be ready.
loadFirstWords().then(async (words) => {
  // Drawing a page that has nothing yet costs a slow machine more than this wait.
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, EMPTY_MS))])
  createRoot(place, {
    // What a busy service refused is told on the page; it is no defect.
    onCaughtError: (error) => {
      if (!isWorthRepeating(error)) console.error(error)
    },
  }).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <WordsProvider first={words}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </WordsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
})

/** The page of the address with what it begins to read. */
function loadPage(): Promise<unknown> {
  const { pathname, search } = router.latestLocation
  return router.preloadRoute({ to: pathname, search })
}
