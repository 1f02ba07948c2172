import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { sessionQuery } from './api/session.ts'
import { Broken, NotFound } from './pages/elsewhere.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { Shell } from './shell/shell.tsx'

type Context = { client: QueryClient }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

type Mode = { mode?: 'test' | undefined }

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Broken,
  validateSearch: (search): Mode => (search.mode === 'test' ? { mode: 'test' } : {}),
  // A link keeps the mode of the page that it is on, unless it names one.
  search: {
    middlewares: [
      ({ search, next }) => {
        const wanted = next(search)
        return 'mode' in wanted ? wanted : { ...wanted, mode: search.mode }
      },
    ],
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: (search): { next?: string; ended?: boolean } => ({
    // Only a path of our own: `//other.example` would leave.
    ...(isText(search.next) && /^\/(?![/\\])/.test(search.next) && { next: search.next }),
    ...(search.ended === true && { ended: true }),
  }),
  beforeLoad: async ({ context }) => {
    if (await context.client.ensureQueryData(sessionQuery)) throw redirect({ to: '/' })
  },
})

/** Everything else needs a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    if (await context.client.ensureQueryData(sessionQuery)) return
    const next = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/sign-in', search: next === undefined ? {} : { next } })
  },
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/connections' })
  },
})

const connections = createRoute({
  getParentRoute: () => signedIn,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/connections/connections-page.tsx'), 'ConnectionsPage'),
})

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
})

export const newRouter = (client: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([signIn, signedIn.addChildren([home, connections, settings])]),
    context: { client },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: Broken,
    defaultNotFoundComponent: NotFound,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}
