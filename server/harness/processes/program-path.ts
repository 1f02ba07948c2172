import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

class ProgramMissing extends Error {
  constructor(program: string) {
    super(`${program} is not on PATH. To run: bin/setup, then bin/dev. To test: .ci/setup, then . bin/env`)
    this.name = 'ProgramMissing'
  }
}

/**
 * The full path of a program, so that children need no PATH and a missing program is reported before anything
 * starts.
 */
export function loadProgramPath(
  program: string,
  folders = (process.env.PATH ?? '').split(delimiter),
): string {
  const found = findProgramPath(program, folders)
  if (!found) throw new ProgramMissing(program)
  return found
}

export function findProgramPath(program: string, folders = (process.env.PATH ?? '').split(delimiter)) {
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
