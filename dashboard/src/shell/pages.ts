import {
  ChartNoAxesCombined,
  Copyright,
  House,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Plug,
} from 'lucide-react'
import type { Words } from '../words/index.ts'

type PageName = Extract<
  keyof Words['nav'],
  'home' | 'studio' | 'products' | 'knowledge' | 'credits' | 'connections'
>
type Page = {
  name: PageName
  to: '/' | '/studio' | '/products' | '/knowledge' | '/credits' | '/connections'
  icon: LucideIcon
  letter: string
  /** Has a place in the bar of the phone; the others are behind More. */
  isOnPhone: boolean
}

/** The pages of the side bar, in order. `letter` follows G on the keyboard. */
export const pages: Page[] = [
  { name: 'home', to: '/', icon: House, letter: 'h', isOnPhone: true },
  { name: 'studio', to: '/studio', icon: LayoutDashboard, letter: 's', isOnPhone: true },
  { name: 'products', to: '/products', icon: Package, letter: 'p', isOnPhone: false },
  { name: 'knowledge', to: '/knowledge', icon: ChartNoAxesCombined, letter: 'k', isOnPhone: true },
  { name: 'credits', to: '/credits', icon: Copyright, letter: 'c', isOnPhone: true },
  { name: 'connections', to: '/connections', icon: Plug, letter: 'o', isOnPhone: false },
]
