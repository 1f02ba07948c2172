/**
 * How alike two texts are, 0 to 1: the share of trigrams that they have in common, as pg_trgm counts them. It
 * is computed here because that extension sees no letter beyond ASCII in a database with the locale C.
 */
export function textSimilarity(one: string, other: string): number {
  const [a, b] = [trigramsOf(one), trigramsOf(other)]
  if (a.size === 0 || b.size === 0) return 0
  const common = [...a].filter((trigram) => b.has(trigram)).length
  return common / (a.size + b.size - common)
}

/** Of each word in lower case, with two blanks before it and one after. */
function trigramsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const trigrams = new Set<string>()
  for (const word of words) {
    const letters = [...`  ${word} `]
    for (let at = 0; at + 3 <= letters.length; at++) trigrams.add(letters.slice(at, at + 3).join(''))
  }
  return trigrams
}
