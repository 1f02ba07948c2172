export type Findings<Count extends string> = {
  /** `key` names what is wrong, so that the same thing found twice counts once. */
  add(count: Count, key: string, sentence: string): void
  counts(): Record<Count, number>
  sentences(most: number): string[]
}

/** Counts what is wrong, by kind. */
export function createFindings<Count extends string>(names: readonly Count[]): Findings<Count> {
  const found = new Map(names.map((name) => [name, new Map<string, string>()]))
  const of = (name: Count) => found.get(name) as Map<string, string>
  return {
    add(count, key, sentence) {
      if (!of(count).has(key)) of(count).set(key, sentence)
    },
    counts: () => Object.fromEntries(names.map((name) => [name, of(name).size])) as Record<Count, number>,
    sentences: (most) =>
      names.flatMap((name) => [...of(name).values()].slice(0, most).map((text) => `${name}: ${text}`)),
  }
}
