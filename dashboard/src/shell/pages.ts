import { type LucideIcon, Plug } from 'lucide-react'
import type { Words } from '../words/index.ts'

type PageName = Extract<keyof Words['nav'], 'home' | 'studio' | 'credits' | 'connections'>
type Page = { name: PageName; to: string; icon: LucideIcon; letter: string }

/** The pages of the side bar, in order. `letter` follows G on the keyboard. */
export const pages: Page[] = [{ name: 'connections', to: '/connections', icon: Plug, letter: 'o' }]
