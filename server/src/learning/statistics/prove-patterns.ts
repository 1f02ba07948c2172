// Many comparisons: of a hundred patterns without any effect, some look good by chance.
// Input: the P-values of all patterns of a product that have enough data. Output: for each the chance that
// even one of them would look this good without any effect, by Holm's correction: the k-th smallest of m
// P-values times (m - k + 1), and not below those before it. Single ingredients and combinations are two
// families, because there are few of the first and many of the second; each has its share of the level.

/** A pattern is proven when its chance is not above the level. */
export const proofRule = { level: 0.022, single: 0.021, combined: 0.001 }

type Tested = { isSingle: boolean; pValue: number }

/** The chance of each, in the order of the input. */
export function chancesOf(tested: Tested[]): number[] {
  const chances = new Array<number>(tested.length).fill(1)
  for (const family of ['single', 'combined'] as const) {
    const ranked = tested
      .map(({ isSingle, pValue }, at) => ({ at, isSingle, pValue }))
      .filter(({ isSingle }) => isSingle === (family === 'single'))
      .sort((a, b) => a.pValue - b.pValue)
    let highest = 0
    for (const [rank, { at, pValue }] of ranked.entries()) {
      const corrected = ((ranked.length - rank) * pValue * proofRule.level) / proofRule[family]
      highest = Math.max(highest, Math.min(1, corrected))
      chances[at] = highest
    }
  }
  return chances
}
