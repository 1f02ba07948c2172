export type { Words } from './catalogue.ts'
export { useLanguage, useWords, WordsProvider } from './words-provider.tsx'
