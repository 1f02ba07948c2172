import { join } from 'node:path'
import { runToEnd } from './run-to-end.ts'

const CHECKOUT = join(import.meta.dirname, '..', '..', '..')
const WITHIN_MS = 120_000

/** Runs one command of `pnpm admin`. */
export function runAdmin(args: string[], env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<string> {
  const command = {
    program: process.execPath,
    args: [join(CHECKOUT, 'server', 'src', 'entry', 'admin.ts'), ...args],
  }
  return runToEnd(command, { env, cwd: CHECKOUT, withinMs: WITHIN_MS, signal })
}
