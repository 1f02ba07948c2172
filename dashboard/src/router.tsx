import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { sessionQuery } from './api/session.ts'
import { wayInQuery } from './api/way-in.ts'
import { Asking, Broken, NotFound, Unreachable } from './pages/elsewhere.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { filtersOf, wallQuery } from './pages/studio/wall-query.ts'
import {
  onlyKnown,
  readBilling,
  readCompare,
  readConsent,
  readKnowledge,
  readMake,
  readOperator,
  readProduct,
  readProducts,
  readSignIn,
  readStudio,
} from './read-search.ts'

type Context = { client: QueryClient }

type Mode = { mode?: 'test' | undefined }

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Unreachable,
  // An unknown mode is none. Where there is none, none is named.
  validateSearch: (search): Mode =>
    'mode' in search ? { mode: search.mode === 'test' ? 'test' : undefined } : {},
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

/** What is shown instead of a page that has no frame yet. */
const frameless = { errorComponent: Unreachable, pendingComponent: Asking, pendingMinMs: 0 }

/** Leads who has no session, or lacks a second factor that is demanded, to where that is mended. */
async function requireSession({ client }: Context, search: { next?: string }): Promise<void> {
  const session = await client.ensureQueryData(sessionQuery)
  if (session && !session.needsFactor) return
  throw redirect({ to: session ? '/second-factor' : '/sign-in', search })
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  ...frameless,
  validateSearch: readSignIn,
  beforeLoad: async ({ context }) => {
    if (await context.client.ensureQueryData(sessionQuery)) throw redirect({ to: '/' })
  },
})

/** One-time links. They also work in a browser in which another user is signed in. */
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./pages/way-in/setup-page.tsx'), 'SetupPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/way-in/invitation-page.tsx'), 'InvitationPage'),
})

const verification = createRoute({
  getParentRoute: () => root,
  path: '/verification',
  component: lazyRouteComponent(() => import('./pages/way-in/verification-page.tsx'), 'VerificationPage'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./pages/way-in/reset-page.tsx'), 'ResetPage'),
})

const lost = createRoute({
  getParentRoute: () => root,
  path: '/lost-password',
  component: lazyRouteComponent(() => import('./pages/way-in/lost-page.tsx'), 'LostPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./pages/way-in/sign-up-page.tsx'), 'SignUpPage'),
  beforeLoad: async ({ context }) => {
    if (await context.client.ensureQueryData(sessionQuery)) throw redirect({ to: '/' })
    const { signUp } = await context.client.ensureQueryData(wayInQuery)
    if (signUp !== 'open') throw redirect({ to: '/sign-in', search: {} })
  },
})

/** A client of OAuth asks; its owner decides. The page has no frame: nothing else is to be done on it. */
const consent = createRoute({
  getParentRoute: () => root,
  path: '/oauth/authorize',
  component: lazyRouteComponent(() => import('./pages/consent/consent-page.tsx'), 'ConsentPage'),
  ...frameless,
  validateSearch: readConsent,
  beforeLoad: ({ context, location }) => requireSession(context, { next: location.href }),
})

/** Where a second factor is demanded, and none is on. */
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  component: lazyRouteComponent(() => import('./pages/second-factor/factor-page.tsx'), 'FactorPage'),
  ...frameless,
  validateSearch: readSignIn,
  beforeLoad: async ({ context }) => {
    if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ to: '/sign-in', search: {} })
  },
})

/** Everything else needs a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // Not part of the first file: who signs in does not wait for menus.
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  ...frameless,
  beforeLoad: ({ context, location }) =>
    requireSession(context, location.href === '/' ? {} : { next: location.href }),
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const studio = createRoute({
  getParentRoute: () => signedIn,
  path: '/studio',
  component: lazyRouteComponent(() => import('./pages/studio/studio-page.tsx'), 'StudioPage'),
  validateSearch: readStudio,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page comes as soon as it can, and says what could not be read.
  loader: ({ context, deps }) => {
    context.client.prefetchInfiniteQuery(wallQuery(deps.mode ?? 'live', filtersOf(deps)))
  },
})

const picture = createRoute({
  getParentRoute: () => signedIn,
  path: '/studio/$id',
  component: lazyRouteComponent(() => import('./pages/picture/picture-page.tsx'), 'PicturePage'),
})

const compare = createRoute({
  getParentRoute: () => signedIn,
  path: '/compare',
  component: lazyRouteComponent(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
  validateSearch: readCompare,
})

const make = createRoute({
  getParentRoute: () => signedIn,
  path: '/make',
  component: lazyRouteComponent(() => import('./pages/make/make-page.tsx'), 'MakePage'),
  validateSearch: readMake,
})

const products = createRoute({
  getParentRoute: () => signedIn,
  path: '/products',
  component: lazyRouteComponent(() => import('./pages/products/products-page.tsx'), 'ProductsPage'),
  validateSearch: readProducts,
})

const product = createRoute({
  getParentRoute: () => signedIn,
  path: '/products/$id',
  component: lazyRouteComponent(() => import('./pages/products/product-page.tsx'), 'ProductPage'),
  validateSearch: readProduct,
})

const character = createRoute({
  getParentRoute: () => signedIn,
  path: '/characters/$id',
  component: lazyRouteComponent(() => import('./pages/products/character-page.tsx'), 'CharacterPage'),
})

const topic = createRoute({
  getParentRoute: () => signedIn,
  path: '/topics/$id',
  component: lazyRouteComponent(() => import('./pages/products/topic-page.tsx'), 'TopicPage'),
})

const knowledge = createRoute({
  getParentRoute: () => signedIn,
  path: '/knowledge',
  component: lazyRouteComponent(() => import('./pages/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
  validateSearch: readKnowledge,
})

const credits = createRoute({
  getParentRoute: () => signedIn,
  path: '/credits',
  component: lazyRouteComponent(() => import('./pages/credits/credits-page.tsx'), 'CreditsPage'),
})

const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing',
  component: lazyRouteComponent(() => import('./pages/billing/billing-page.tsx'), 'BillingPage'),
  validateSearch: readBilling,
})

const connections = createRoute({
  getParentRoute: () => signedIn,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/connections/connections-page.tsx'), 'ConnectionsPage'),
})

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

/** For admins. For everybody else there is nothing at this address. */
const operator = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator',
  component: lazyRouteComponent(() => import('./pages/operator/operator-page.tsx'), 'OperatorPage'),
  validateSearch: readOperator,
  beforeLoad: async ({ context }) => {
    const session = await context.client.ensureQueryData(sessionQuery)
    if (session?.user.role !== 'admin') throw redirect({ to: '/' })
  },
})

const outside = [signIn, setup, invitation, verification, lost, reset, signUp, consent, secondFactor] as const
const inside = [
  home,
  studio,
  picture,
  compare,
  make,
  products,
  product,
  character,
  topic,
  knowledge,
  credits,
  billing,
  connections,
  settings,
  operator,
] as const

/** Whatever page it is: what its reader refuses does not reach it. Without a reader nothing does. */
for (const page of [...outside, ...inside] as AnyRoute[])
  page.options.validateSearch = onlyKnown(page.options.validateSearch ?? (() => ({})))

const pages = root.addChildren([...outside, signedIn.addChildren(inside)])

export const newRouter = (client: QueryClient) =>
  createRouter({
    routeTree: pages,
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
