import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from './run-to-end.ts'

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const TIMEOUT_MS = 600_000

/** The repository at an earlier commit, with its own packages, in a new folder. */
export async function cloneAt(commit: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-earlier-'))
  const run = (program: string, args: string[], cwd: string) =>
    runToEnd({ program, args }, { env: process.env, cwd, timeoutMs: TIMEOUT_MS })
  await run('git', ['clone', '--quiet', '--no-checkout', REPO_ROOT, folder], REPO_ROOT)
  await run('git', ['checkout', '--quiet', commit], folder)
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], folder)
  return folder
}
