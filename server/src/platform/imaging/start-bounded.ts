import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/**
 * The kernel refuses memory beyond the first argument (in KiB), and any write to a file. The command is
 * passed as arguments, so the shell never interprets it.
 */
const SCRIPT = 'ulimit -d "$1" && ulimit -f 0 && ulimit -c 0 && shift && exec "$@"'

/** Starts a child process with a memory limit, without write access to files and without our environment. */
export const startBounded = (
  command: string[],
  memoryBytes: number,
  options: SpawnOptions & { env: NodeJS.ProcessEnv },
): ChildProcess => spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(memoryBytes / 1024), ...command], options)
