import { Copyright, House, LayoutDashboard, type LucideIcon, Plug } from 'lucide-react'
import type { Words } from '../words/index.ts'

type PageName = Extract<keyof Words['nav'], 'home' | 'studio' | 'credits' | 'connections'>
type Page = {
  name: PageName
  to: '/' | '/studio' | '/credits' | '/connections'
  icon: LucideIcon
  letter: string
}

/** The pages of the side bar, in order. `letter` follows G on the keyboard. */
export const pages: Page[] = [
  { name: 'home', to: '/', icon: House, letter: 'h' },
  { name: 'studio', to: '/studio', icon: LayoutDashboard, letter: 's' },
  { name: 'credits', to: '/credits', icon: Copyright, letter: 'c' },
  { name: 'connections', to: '/connections', icon: Plug, letter: 'o' },
]
