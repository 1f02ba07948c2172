import { when } from '../../format/time.ts'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage } from '../../words/index.ts'

/** Writes a time of the service for the reader. */
export function useWhen(): (at: string) => string {
  const { language } = useLanguage()
  const now = useNow()
  return (at) => when(new Date(at), now, language)
}
