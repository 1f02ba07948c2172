import { pathToFileURL } from 'node:url'
import type { Bug } from './list-bugs.ts'

const SOURCES = `${import.meta.dirname}/../../src/`

/** The address under which Node loads a file of the server. */
export const sourceUrl = (file: string): string => new URL(file, pathToFileURL(SOURCES)).href

/** The text of a file with the bug in it. A piece that is not there exactly once is an error: no bug rots. */
export function swapText(bug: Bug, file: string, text: string): string {
  const swaps = bug.swaps?.filter((swap) => swap.file === file) ?? []
  return swaps.reduce((spoilt, { from, to }) => {
    const times = spoilt.split(from).length - 1
    if (times !== 1) {
      throw new Error(`bug ${bug.name}: its text is ${times} times in ${file}, not once:\n${from}`)
    }
    return spoilt.replace(from, () => to)
  }, text)
}
