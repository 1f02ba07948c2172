import type { Language } from '../format/time.ts'

/** Each under its own name, for who cannot read the others. */
export const languages: { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
]
