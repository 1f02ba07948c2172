import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Bug } from './bug.ts'
import { mutateSource, sourceUrl } from './mutate-source.ts'
import type { InjectedBug } from './run-chaos.ts'

/**
 * Returns the settings with which every process of the system loads the mutated sources. The texts are
 * checked first: a bug whose text no longer exists must be reported before a run, not by processes that do
 * not start.
 */
export async function injectBug(bug: Bug): Promise<InjectedBug> {
  for (const file of new Set(bug.mutations?.map((mutation) => mutation.file))) {
    mutateSource(bug, file, await readFile(new URL(sourceUrl(file)), 'utf8'))
  }
  const hook = pathToFileURL(`${import.meta.dirname}/load-mutated.ts`).href
  const options = [process.env.NODE_OPTIONS, `--import=${hook}`].filter(Boolean).join(' ')
  return { sql: bug.sql ?? [], env: { NODE_OPTIONS: options, CHAOS_BUG: bug.name } }
}
