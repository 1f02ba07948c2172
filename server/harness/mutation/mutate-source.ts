import { pathToFileURL } from 'node:url'

const SOURCES = `${import.meta.dirname}/../../src/`

/** A text of a source file that is replaced while a process loads it. `file` is inside server/src. */
export type Mutation = { file: string; from: string; to: string }

/** The address under which Node loads a file of the server. */
export const sourceUrl = (file: string): string => new URL(file, pathToFileURL(SOURCES)).href

/**
 * The text of a file with its mutations applied. A text that does not occur exactly once is an error, so that
 * no mutation becomes stale.
 */
export function mutateSource(mutations: Mutation[], file: string, text: string): string {
  return mutations
    .filter((mutation) => mutation.file === file)
    .reduce((mutated, { from, to }) => {
      const times = mutated.split(from).length - 1
      if (times !== 1) {
        throw new Error(`the text of a mutation occurs ${times} times in ${file}, not once:\n${from}`)
      }
      return mutated.replace(from, () => to)
    }, text)
}
