import type { Language } from '@atelier/contract'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import type { Texts } from './letter.ts'

export const texts: Record<Language, Texts> = { en: english, zh: chinese }
