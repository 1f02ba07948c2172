import { Refusal } from '#platform/refusal'
import type { AgentFile } from './agent-file.ts'
import type { AgentFiles } from './read-agent-files.ts'

/** Finds a file by its exact name in the list that was read at start; `path` never reaches the disk. */
export function loadAgentFile({ files }: AgentFiles, ...path: string[]): AgentFile {
  const file = files.get(path.join('/'))
  if (!file) throw new Refusal('not_found', 'This file does not exist. index.json lists the files.')
  return file
}
