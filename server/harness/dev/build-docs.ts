import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '../processes/index.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SOURCES = ['docs', 'contract/openapi.json', 'site/src', 'site/build.ts', 'site/package.json']

const BUILD_MS = 180_000

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The newest change of a file, or of any file in a folder. */
function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changedAt(path)
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return Math.max(...[path, ...names.map((name) => join(path, name))].map(changedAt))
}

/** Builds the documents into a folder: about 7 s. */
async function buildDocsInto(folder: string, signal: AbortSignal): Promise<void> {
  const command = { program: process.execPath, args: [join(ROOT, 'site', 'build.ts'), folder] }
  await runToEnd(command, { env: process.env, cwd: join(ROOT, 'site'), timeoutMs: BUILD_MS, signal })
}

/** Builds the documents when their files are newer than the last build. */
export async function buildDocs(onStart: () => void, signal: AbortSignal): Promise<void> {
  const folder = join(ROOT, 'site', 'dist')
  if (Math.max(...SOURCES.map((name) => newest(join(ROOT, name)))) <= changedAt(join(folder, 'index.html')))
    return
  onStart()
  await buildDocsInto(folder, signal)
}
