import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Where a program is: on the PATH, in the folder that is named, or among the tools of this repository. */
export function findProgram(name: string): string | undefined {
  const tools = process.env.ATELIER_TOOLS ?? join(homedir(), '.cache', 'atelier')
  const folders = [
    ...(process.env.HOSTS_BIN ?? '').split(delimiter),
    ...(process.env.PATH ?? '').split(delimiter),
    join(tools, 'hosts', 'node_modules', '.bin'),
  ]
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}
