import type { Media, Review } from '@atelier/contract'
import type { KnowledgeTab } from './pages/knowledge/knowledge-tab.ts'
import type { GivenIngredients } from './pages/make/make-form.ts'
import type { OperatorTab } from './pages/operator/operator-tab.ts'
import type { ProductTab } from './pages/products/product-page.tsx'
import { isOwnPath } from './shell/is-own-path.ts'

// What each page takes from its address.

type Given = Record<string, unknown>

/**
 * The search of a page with wrong and unknown values as undefined: the router itself would pass on what a
 * check leaves out. The mode belongs to all pages.
 */
export const onlyKnown =
  <Search extends object>(read: (search: Given) => Search) =>
  (search: Given): Search => {
    const { mode: _, ...others } = search
    return { ...Object.fromEntries(Object.keys(others).map((name) => [name, undefined])), ...read(search) }
  }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Where to go after the sign-in, and whether a session has ended. */
type SignInSearch = { next?: string | undefined; ended?: boolean | undefined }

type StudioSearch = {
  type?: 'image' | 'video' | undefined
  status?: Media['status'] | undefined
  product?: string | undefined
  key?: string | undefined
  character?: string | undefined
  point?: string | undefined
  model?: string | undefined
  day?: string | undefined
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

export const readSignIn = (search: Given): SignInSearch => ({
  ...(isText(search.next) && isOwnPath(search.next, location.origin) && { next: search.next }),
  ...(search.ended === true && { ended: true }),
})

/** What a client of OAuth asks for, as `foldRequest` writes it. */
export const readConsent = (search: Given): { request?: string | undefined } =>
  isText(search.request) ? { request: search.request } : {}

const productTabs: readonly string[] = ['points', 'library', 'results'] satisfies ProductTab[]
const knowledgeTabs: readonly string[] = [
  'pictures',
  'patterns',
  'claims',
  'plan',
  'review',
] satisfies KnowledgeTab[]

const operatorTabs: readonly string[] = ['users', 'grants', 'payments', 'audit'] satisfies OperatorTab[]

/** The checkout that its owner comes back from. */
export const readBilling = (search: Given): { paid?: string | undefined } =>
  isText(search.paid) && search.paid.startsWith('chk_') ? { paid: search.paid } : {}

export const readStudio = (search: Given): StudioSearch => ({
  ...((search.type === 'image' || search.type === 'video') && { type: search.type }),
  ...(isStatus(search.status) && { status: search.status }),
  ...(isText(search.product) && { product: search.product }),
  ...(isText(search.key) && { key: search.key }),
  ...(isText(search.character) && { character: search.character }),
  ...(isText(search.point) && { point: search.point }),
  ...(isText(search.model) && { model: search.model }),
  ...(isText(search.day) && DAY.test(search.day) && { day: search.day }),
})

export const readCompare = (search: Given): CompareSearch => ({
  ...(isText(search.first) && { first: search.first }),
  ...(isText(search.second) && { second: search.second }),
})

export const readMake = (search: Given): MakeSearch => ({
  ...(isText(search.from) && { from: search.from }),
  ...(isText(search.product) && { product: search.product }),
  ...(isText(search.point) && { point: search.point }),
  ...(isText(search.character) && { character: search.character }),
  ...((search.kind === 'image' || search.kind === 'video') && { kind: search.kind }),
  ...(isShape(search.shape) && { shape: search.shape }),
})

export const readProducts = (search: Given): { tab?: 'characters' | 'topics' | undefined } =>
  search.tab === 'characters' || search.tab === 'topics' ? { tab: search.tab } : {}

export const readProduct = (search: Given): { tab?: ProductTab | undefined } =>
  isText(search.tab) && productTabs.includes(search.tab) ? { tab: search.tab as ProductTab } : {}

/** Without a review the notes that wait. */
type KnowledgeSearch = {
  tab?: KnowledgeTab | undefined
  product?: string | undefined
  notes?: Exclude<Review, 'pending'> | undefined
}

export const readKnowledge = (search: Given): KnowledgeSearch => ({
  ...(isText(search.tab) && knowledgeTabs.includes(search.tab) && { tab: search.tab as KnowledgeTab }),
  ...(isText(search.product) && { product: search.product }),
  ...((search.notes === 'accepted' || search.notes === 'rejected') && { notes: search.notes }),
})

export const readOperator = (
  search: Given,
): { tab?: OperatorTab | undefined; action?: string | undefined } => ({
  ...(isText(search.tab) && operatorTabs.includes(search.tab) && { tab: search.tab as OperatorTab }),
  ...(isText(search.action) && { action: search.action }),
})
