import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/**
 * The kernel refuses memory beyond the first argument (in KiB), and any file that the child would write. What
 * is run comes as arguments, so no text of ours is ever read as a command.
 */
const SCRIPT = 'ulimit -d "$1" && ulimit -f 0 && ulimit -c 0 && shift && exec "$@"'

/** The one kind of child we start: with a limit of memory, nothing to write to, and none of our secrets. */
export const startBounded = (
  command: string[],
  memoryBytes: number,
  options: SpawnOptions & { env: NodeJS.ProcessEnv },
): ChildProcess => spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(memoryBytes / 1024), ...command], options)
