import type { Random } from '../../harness/random/index.ts'
import { type Language, languages, readRecords } from './read-set.ts'

export type Words = {
  /** All words of the set in one language, each as often as it is used. */
  used: string[]
  /** The most common ones of more than four letters, or of two or more in Chinese and Japanese. */
  common: string[]
  /** Invented words, made of the halves of real ones; each is in some hundred records. */
  invented: string[]
  glue: string
}

export type WordsOf = Record<Language, Words>

const INVENTED = 4_000
const COMMON = 20

export function newWords(random: Random): WordsOf {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
  const cut = (text: string) =>
    [...segmenter.segment(text)].filter((one) => one.isWordLike).map((one) => one.segment)
  const of = (language: Language): Words => {
    const used = readRecords()
      .filter(({ id }) => id.startsWith(language))
      .flatMap(({ text }) => cut(text))
    const isDense = language === 'zh' || language === 'ja'
    const long = used.filter((word) => word.length > (isDense ? 1 : 4))
    const pick = () => random.pick(long)
    const half = (word: string) => Math.ceil(word.length / 2)
    const mix = (a: string, b: string) => a.slice(0, half(a)) + b.slice(half(b))
    const counts = [...Map.groupBy(long, (word) => word)].sort(([, a], [, b]) => b.length - a.length)
    return {
      used,
      common: counts.slice(0, COMMON).map(([word]) => word),
      invented: Array.from({ length: INVENTED }, () => mix(pick(), pick())),
      glue: isDense ? '' : ' ',
    }
  }
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as WordsOf
}
