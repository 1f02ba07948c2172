import type { Random } from '../../harness/random/index.ts'
import { PRODUCTS } from './fill-records.ts'
import type { WordsOf } from './new-words.ts'
import { languages, readQueries } from './read-set.ts'

export type Asking = { kind: string; query: string; productId?: string }

const QUERY_CHARACTERS = 500

/** Queries of every kind, in turn: what realQueries search for, and queries that are built to be slow. */
export function newQueries(words: WordsOf, random: Random, count: number): Asking[] {
  const { pick } = random
  const some = (list: readonly string[], least: number, most: number) =>
    Array.from({ length: random.int(least, most) }, () => pick(list))
  const realQueries = readQueries()
  const latin = () => words[pick(['de', 'es', 'en'] as const)]
  const dense = () => words[pick(['zh', 'ja'] as const)]
  const any = () => words[pick(languages)]
  const fill = (next: () => string) => {
    let text = ''
    while (text.length < QUERY_CHARACTERS) text += next()
    return text.slice(0, QUERY_CHARACTERS)
  }
  const kinds: Record<string, () => Omit<Asking, 'kind'>> = {
    'of the set': () => ({ query: pick(realQueries).query }),
    rare: () => ({ query: some(latin().invented, 2, 5).join(' ') }),
    common: () => ({ query: some(latin().common, 2, 6).join(' ') }),
    'one common word': () => ({ query: pick(any().common) }),
    mixed: () => {
      const { common, used, invented, glue } = any()
      return { query: [pick(common), ...some(used, 2, 4), pick(invented)].join(glue) }
    },
    typos: () => ({ query: some(latin().used, 3, 6).map(misspell).join(' ') }),
    dense: () => ({ query: some(dense().used, 3, 8).join('') }),
    'one product': () => {
      return {
        query: some(any().used, 2, 5).join(' '),
        productId: `product-${random.int(0, PRODUCTS - 1)}`,
      }
    },
    'long, used': () => ({ query: fill(() => `${pick(any().used)} `) }),
    'long, common': () => ({ query: fill(() => `${pick(any().common)} `) }),
    'long, dense': () => ({ query: fill(() => pick(dense().used)) }),
    'long, invented': () => ({ query: fill(() => `${pick(latin().invented)} `) }),
    'long, one letter each': () => ({ query: fill(() => `${pick(latin().used).slice(0, 2)} `) }),
  }
  const misspell = (word: string) => {
    const at = random.int(0, word.length - 1)
    return word.slice(0, at) + word.slice(at + 1)
  }
  const names = Object.keys(kinds)
  return Array.from({ length: count }, (_, at) => {
    const kind = names[at % names.length] as string
    return { kind, ...(kinds[kind] as () => Omit<Asking, 'kind'>)() }
  })
}
