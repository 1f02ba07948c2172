import { join } from 'node:path'
import type { RunAs } from './bind-to-parent.ts'
import { runToEnd } from './run-to-end.ts'

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const TIMEOUT_MS = 120_000

/**
 * Runs an admin command, as `pnpm admin <args>` would, and resolves with its stdout. `runAs` is for what only
 * the user of Postgres may do.
 */
export function runAdmin(
  args: string[],
  env: NodeJS.ProcessEnv,
  { signal, runAs }: { signal?: AbortSignal; runAs?: RunAs | undefined } = {},
): Promise<string> {
  const command = {
    program: process.execPath,
    args: [join(REPO_ROOT, 'server', 'src', 'entry', 'admin.ts'), ...args],
  }
  return runToEnd(command, { env, cwd: REPO_ROOT, timeoutMs: TIMEOUT_MS, signal, runAs })
}
