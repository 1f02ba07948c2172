/** Collects what does not hold. */
export type Failures = { list: string[]; unless(holds: boolean, sentence: string): void }

export function newFailures(): Failures {
  const list: string[] = []
  return { list, unless: (holds, sentence) => void (holds || list.push(sentence)) }
}
