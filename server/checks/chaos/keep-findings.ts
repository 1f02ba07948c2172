/** What must be zero at the end of every run. */
const countNames = [
  'lostJobs',
  'doubleCharges',
  'doubleOrMissingRefunds',
  'secondSubmits',
  'brokenChains',
  'corruptFiles',
  'needlessStalls',
  'needlessFailures',
  'answersThatLie',
  'changedFinals',
  'wrongInputs',
  'wrongReferences',
  'wrongLibraries',
  'wrongCounts',
  'wrongCancels',
  'crashes',
] as const
export type CountName = (typeof countNames)[number]

export type Findings = {
  /** `key` names what is wrong, so that the same thing seen twice counts once. */
  add(count: CountName, key: string, sentence: string): void
  counts(): Record<CountName, number>
  sentences(most: number): string[]
}

export function keepFindings(): Findings {
  const found = new Map(countNames.map((name) => [name, new Map<string, string>()]))
  const of = (name: CountName) => found.get(name) as Map<string, string>
  return {
    add(count, key, sentence) {
      if (!of(count).has(key)) of(count).set(key, sentence)
    },
    counts: () =>
      Object.fromEntries(countNames.map((name) => [name, of(name).size])) as Record<CountName, number>,
    sentences: (most) =>
      countNames.flatMap((name) => [...of(name).values()].slice(0, most).map((text) => `${name}: ${text}`)),
  }
}
