import type { ReactNode } from 'react'
import type { Language } from '../../format/time.ts'
import { Segmented } from '../../parts/segmented.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { Mark } from '../../shell/mark.tsx'
import { languages, useLanguage } from '../../words/index.ts'

type EntryCardProps = {
  title: string
  lede: string
  children: ReactNode
  /** What stands below the card. */
  below?: ReactNode
}

/** The frame of the pages that need no session. */
export function EntryCard({ title, lede, children, below }: EntryCardProps) {
  const { words, language, setLanguage } = useLanguage()
  useTitle(title)
  return (
    <main className="grid min-h-screen content-center justify-items-center gap-6 p-4">
      <div className="flex items-center gap-2.5 text-l font-semibold">
        <Mark />
        {words.app}
      </div>
      <div className="card w-full max-w-[400px] p-7">
        <h1 className="text-xl!">{title}</h1>
        <p className="mt-1 mb-5 text-ink2">{lede}</p>
        {children}
      </div>
      {below}
      <Segmented
        label={words.account.language}
        value={language}
        choices={languages}
        onChoose={(chosen: Language) => setLanguage(chosen)}
      />
    </main>
  )
}
