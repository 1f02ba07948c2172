import { pathToFileURL } from 'node:url'
import type { Bug } from './bug.ts'

const SOURCES = `${import.meta.dirname}/../../src/`

/** The address under which Node loads a file of the server. */
export const sourceUrl = (file: string): string => new URL(file, pathToFileURL(SOURCES)).href

/**
 * The text of a file with the bug in it. A text that does not occur exactly once is an error, so that no bug
 * becomes stale.
 */
export function mutateSource(bug: Bug, file: string, text: string): string {
  const mutations = bug.mutations?.filter((mutation) => mutation.file === file) ?? []
  return mutations.reduce((mutated, { from, to }) => {
    const times = mutated.split(from).length - 1
    if (times !== 1) {
      throw new Error(`bug ${bug.name}: its text occurs ${times} times in ${file}, not once:\n${from}`)
    }
    return mutated.replace(from, () => to)
  }, text)
}
