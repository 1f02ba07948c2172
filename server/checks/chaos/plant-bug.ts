import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Bug } from './list-bugs.ts'
import type { Planted } from './run-chaos.ts'
import { sourceUrl, swapText } from './swap-source.ts'

/**
 * Makes the settings under which every process of the system loads the spoilt sources. The texts are looked
 * for here first: a bug whose text is gone must be told before a run, not by processes that do not start.
 */
export async function plantBug(bug: Bug): Promise<Planted> {
  for (const file of new Set(bug.swaps?.map((swap) => swap.file))) {
    swapText(bug, file, await readFile(new URL(sourceUrl(file)), 'utf8'))
  }
  const hook = pathToFileURL(`${import.meta.dirname}/load-spoilt.ts`).href
  const options = [process.env.NODE_OPTIONS, `--import=${hook}`].filter(Boolean).join(' ')
  return { sql: bug.sql ?? [], env: { NODE_OPTIONS: options, CHAOS_BUG: bug.name } }
}
