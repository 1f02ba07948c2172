export type { Words } from './catalogue.ts'
export { languages } from './languages.ts'
export { loadFirstWords, useLanguage, useWords, WordsProvider } from './words-provider.tsx'
