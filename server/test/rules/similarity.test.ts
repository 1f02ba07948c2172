import fc from 'fast-check'
import { expect, test } from 'vitest'
import { similarityTo, textSimilarity } from '../../src/catalog/search/index.ts'

/** The definition: the distinct trigrams of all words, compared as two sets. */
function byTheRule(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    return new Set(
      words.flatMap((word) => {
        const letters = [...`  ${word} `]
        return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''))
      }),
    )
  }) as [Set<string>, Set<string>]
  const common = [...a].filter((trigram) => b.has(trigram)).length
  return common === 0 ? 0 : common / (a.size + b.size - common)
}

const texts = fc.array(fc.stringMatching(/^[abä😀𝒳 ,-]{0,30}$/u), { minLength: 1, maxLength: 12 })

test('comparing one text with many gives the same similarity as comparing pairs', () => {
  fc.assert(
    fc.property(texts, ([one = '', ...others]) => {
      const similarity = similarityTo(one)
      for (const other of [...others, ...others]) {
        expect(similarity(other)).toBe(byTheRule(one, other))
        expect(textSimilarity(one, other)).toBe(byTheRule(one, other))
      }
    }),
  )
})
