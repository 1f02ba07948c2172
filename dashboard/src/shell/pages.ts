import {
  ChartNoAxesCombined,
  Copyright,
  CreditCard,
  House,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Plug,
} from 'lucide-react'
import { useIsSold } from '../api/billing.ts'
import type { Words } from '../words/index.ts'

type PageName = Extract<
  keyof Words['nav'],
  'home' | 'studio' | 'products' | 'knowledge' | 'credits' | 'billing' | 'connections'
>
type Page = {
  name: PageName
  to: '/' | '/studio' | '/products' | '/knowledge' | '/credits' | '/billing' | '/connections'
  icon: LucideIcon
  letter: string
  /** Has a place in the bar of the phone; the others are behind More. */
  isOnPhone: boolean
  /** Where addresses of its parts begin, besides its own. */
  parts?: string[]
}

/** `letter` follows G on the keyboard. */
export const pages: Page[] = [
  { name: 'home', to: '/', icon: House, letter: 'h', isOnPhone: true },
  {
    name: 'studio',
    to: '/studio',
    icon: LayoutDashboard,
    letter: 's',
    isOnPhone: true,
    parts: ['/make', '/compare'],
  },
  {
    name: 'products',
    to: '/products',
    icon: Package,
    letter: 'p',
    isOnPhone: false,
    parts: ['/characters', '/topics'],
  },
  { name: 'knowledge', to: '/knowledge', icon: ChartNoAxesCombined, letter: 'k', isOnPhone: true },
  { name: 'credits', to: '/credits', icon: Copyright, letter: 'c', isOnPhone: true },
  { name: 'billing', to: '/billing', icon: CreditCard, letter: 'b', isOnPhone: false },
  { name: 'connections', to: '/connections', icon: Plug, letter: 'o', isOnPhone: false },
]

const pagesOfFree = pages.filter(({ name }) => name !== 'billing')

/** The pages of the side bar, in order. Where nothing is sold there is no billing. */
export const usePages = (): Page[] => (useIsSold() ? pages : pagesOfFree)

/** Whether an address belongs to a page. */
export function isPartOf({ to, parts = [] }: Pick<Page, 'parts'> & { to: string }, path: string): boolean {
  const isUnder = (start: string) => path === start || path.startsWith(`${start}/`)
  return to === '/' ? path === '/' : [to, ...parts].some(isUnder)
}
