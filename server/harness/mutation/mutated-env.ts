import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { type Mutation, mutateSource, sourceUrl } from './mutate-source.ts'

/**
 * The settings with which every process of a system loads mutated sources. The texts are checked first: a
 * text that no longer exists must be reported before a run, not by processes that do not start.
 */
export async function mutatedEnv(mutations: Mutation[]): Promise<Record<string, string>> {
  for (const file of new Set(mutations.map((mutation) => mutation.file))) {
    mutateSource(mutations, file, await readFile(new URL(sourceUrl(file)), 'utf8'))
  }
  const hook = pathToFileURL(`${import.meta.dirname}/load-mutated.ts`).href
  const options = [process.env.NODE_OPTIONS, `--import=${hook}`].filter(Boolean).join(' ')
  return { NODE_OPTIONS: options, MUTATIONS: JSON.stringify(mutations) }
}
