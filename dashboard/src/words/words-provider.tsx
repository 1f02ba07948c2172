import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Language } from '../format/time.ts'
import type { Words } from './catalogue.ts'

const STORED = 'atelier.language'

/** A browser downloads the language that it shows. */
const catalogues: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./en.ts')).en,
  zh: async () => (await import('./zh.ts')).zh,
}

type Chosen = { language: Language; words: Words }
type Spoken = Chosen & { setLanguage(language: Language): void }

const Context = createContext<Spoken | null>(null)

/** The choice of this browser, otherwise its own language, otherwise English. */
function firstLanguage(): Language {
  const stored = localStorage.getItem(STORED)
  if (stored === 'en' || stored === 'zh') return stored
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

const loadWords = async (language: Language): Promise<Chosen> => ({
  language,
  words: await catalogues[language](),
})

export const loadFirstWords = (): Promise<Chosen> => loadWords(firstLanguage())

export function WordsProvider({ first, children }: { first: Chosen; children: ReactNode }) {
  const [chosen, choose] = useState(first)
  const latest = useRef(first.language)
  const { language } = chosen
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en'
  }, [language])
  const spoken = useMemo(
    () => ({
      ...chosen,
      setLanguage: (wanted: Language) => {
        localStorage.setItem(STORED, wanted)
        latest.current = wanted
        loadWords(wanted).then(
          // The last choice counts, whichever is loaded first.
          (loaded) => latest.current === wanted && choose(loaded),
          // It was stored, so the next visit shows it.
          () => undefined,
        )
      },
    }),
    [chosen],
  )
  return <Context value={spoken}>{children}</Context>
}

export function useLanguage(): Spoken {
  const spoken = useContext(Context)
  if (!spoken) throw new Error('WordsProvider is missing')
  return spoken
}

export const useWords = (): Words => useLanguage().words
