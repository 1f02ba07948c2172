import type { Media } from '@atelier/contract'
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
import type { KnowledgeTab } from './pages/knowledge/knowledge-tab.ts'
import type { GivenIngredients } from './pages/make/make-form.ts'
import type { ProductTab } from './pages/products/product-page.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { Shell } from './shell/shell.tsx'

type Context = { client: QueryClient }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

type Mode = { mode?: 'test' | undefined }

type StudioSearch = {
  type?: 'image' | 'video' | undefined
  status?: Media['status'] | undefined
  product?: string | undefined
  key?: string | undefined
}

type Shape = Media['orientation']
const shapes: string[] = ['square', 'portrait', 'landscape'] satisfies Shape[]
const isShape = (value: unknown): value is Shape => isText(value) && shapes.includes(value)

/** The ids of two results; without the second it is chosen on the page. */
type CompareSearch = { first?: string | undefined; second?: string | undefined }

/** The result that is made again, or the ingredients of a new one. */
type MakeSearch = GivenIngredients & { from?: string | undefined }

const statuses: string[] = [
  'queued',
  'processing',
  'completed',
  'failed',
  'stalled',
] satisfies Media['status'][]
const isStatus = (value: unknown): value is Media['status'] => isText(value) && statuses.includes(value)

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
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const studio = createRoute({
  getParentRoute: () => signedIn,
  path: '/studio',
  component: lazyRouteComponent(() => import('./pages/studio/studio-page.tsx'), 'StudioPage'),
  validateSearch: (search): StudioSearch => ({
    ...((search.type === 'image' || search.type === 'video') && { type: search.type }),
    ...(isStatus(search.status) && { status: search.status }),
    ...(isText(search.product) && { product: search.product }),
    ...(isText(search.key) && { key: search.key }),
  }),
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
  validateSearch: (search): CompareSearch => ({
    ...(isText(search.first) && { first: search.first }),
    ...(isText(search.second) && { second: search.second }),
  }),
})

const make = createRoute({
  getParentRoute: () => signedIn,
  path: '/make',
  component: lazyRouteComponent(() => import('./pages/make/make-page.tsx'), 'MakePage'),
  validateSearch: (search): MakeSearch => ({
    ...(isText(search.from) && { from: search.from }),
    ...(isText(search.product) && { product: search.product }),
    ...(isText(search.point) && { point: search.point }),
    ...(isText(search.character) && { character: search.character }),
    ...((search.kind === 'image' || search.kind === 'video') && { kind: search.kind }),
    ...(isShape(search.shape) && { shape: search.shape }),
  }),
})

const productTabs: readonly string[] = ['points', 'library', 'results'] satisfies ProductTab[]
const knowledgeTabs: readonly string[] = [
  'pictures',
  'patterns',
  'claims',
  'plan',
  'review',
] satisfies KnowledgeTab[]

const products = createRoute({
  getParentRoute: () => signedIn,
  path: '/products',
  component: lazyRouteComponent(() => import('./pages/products/products-page.tsx'), 'ProductsPage'),
  validateSearch: (search): { tab?: 'characters' | 'topics' | undefined } =>
    search.tab === 'characters' || search.tab === 'topics' ? { tab: search.tab } : {},
})

const product = createRoute({
  getParentRoute: () => signedIn,
  path: '/products/$id',
  component: lazyRouteComponent(() => import('./pages/products/product-page.tsx'), 'ProductPage'),
  validateSearch: (search): { tab?: ProductTab | undefined } =>
    isText(search.tab) && productTabs.includes(search.tab) ? { tab: search.tab as ProductTab } : {},
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
  validateSearch: (search): { tab?: KnowledgeTab | undefined; product?: string | undefined } => ({
    ...(isText(search.tab) && knowledgeTabs.includes(search.tab) && { tab: search.tab as KnowledgeTab }),
    ...(isText(search.product) && { product: search.product }),
  }),
})

const credits = createRoute({
  getParentRoute: () => signedIn,
  path: '/credits',
  component: lazyRouteComponent(() => import('./pages/credits/credits-page.tsx'), 'CreditsPage'),
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

export const newRouter = (client: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([
      signIn,
      signedIn.addChildren([
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
        connections,
        settings,
      ]),
    ]),
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
