import { join } from 'node:path'
import { runToEnd } from './run-to-end.ts'

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const TIMEOUT_MS = 120_000

/** Runs an admin command, as `pnpm admin <args>` would, and resolves with its stdout. */
export function runAdmin(args: string[], env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<string> {
  const command = {
    program: process.execPath,
    args: [join(REPO_ROOT, 'server', 'src', 'entry', 'admin.ts'), ...args],
  }
  return runToEnd(command, { env, cwd: REPO_ROOT, timeoutMs: TIMEOUT_MS, signal })
}
