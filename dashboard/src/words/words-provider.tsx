import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Language } from '../format/time.ts'
import type { Words } from './catalogue.ts'
import { en } from './en.ts'
import { zh } from './zh.ts'

const STORED = 'atelier.language'
const catalogues: Record<Language, Words> = { en, zh }

type Spoken = { language: Language; words: Words; setLanguage(language: Language): void }

const Context = createContext<Spoken | null>(null)

/** The choice of this browser, otherwise its own language, otherwise English. */
function firstLanguage(): Language {
  const stored = localStorage.getItem(STORED)
  if (stored === 'en' || stored === 'zh') return stored
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export function WordsProvider({ children }: { children: ReactNode }) {
  const [language, choose] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en'
  }, [language])
  const spoken = useMemo(
    () => ({
      language,
      words: catalogues[language],
      setLanguage: (chosen: Language) => {
        localStorage.setItem(STORED, chosen)
        choose(chosen)
      },
    }),
    [language],
  )
  return <Context value={spoken}>{children}</Context>
}

export function useLanguage(): Spoken {
  const spoken = useContext(Context)
  if (!spoken) throw new Error('WordsProvider is missing')
  return spoken
}

export const useWords = (): Words => useLanguage().words
