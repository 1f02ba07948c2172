import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '../processes/index.ts'

const DASHBOARD = join(import.meta.dirname, '..', '..', '..', 'dashboard')
const SOURCES = ['src', 'build', 'index.html', 'package.json', 'vite.config.ts']

const BUILD_MS = 120_000

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The newest change of a file, or of any file in a folder. */
function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changedAt(path)
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return Math.max(...[path, ...names.map((name) => join(path, name))].map(changedAt))
}

/** Builds the dashboard when its files are newer than the last build: about 5 s. */
export async function buildDashboard(onStart: () => void, signal: AbortSignal): Promise<void> {
  const built = changedAt(join(DASHBOARD, 'dist', 'index.html'))
  if (Math.max(...SOURCES.map((name) => newest(join(DASHBOARD, name)))) <= built) return
  onStart()
  const vite = join(DASHBOARD, 'node_modules', 'vite', 'bin', 'vite.js')
  const command = { program: process.execPath, args: [vite, 'build', '--logLevel', 'warn'] }
  await runToEnd(command, { env: process.env, cwd: DASHBOARD, timeoutMs: BUILD_MS, signal })
}
