import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Mutation, mutateSource } from '../../harness/mutation/index.ts'
import { runToEnd } from '../../harness/processes/index.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const DASHBOARD = join(ROOT, 'dashboard')
const LEFT_OUT = ['node_modules', 'dist', 'e2e', 'screenshots']
const BUILD_MS = 180_000

/** Where a file of the pages is. `file` is inside dashboard. */
export const pageSource = (file: string): string => join(DASHBOARD, file)

/** Builds a copy of the dashboard in `folder`, with some of its texts changed. Returns the built files. */
export async function buildPages(folder: string, mutations: Mutation[]): Promise<string> {
  const copy = join(folder, 'dashboard')
  await mkdir(folder, { recursive: true })
  await cp(join(ROOT, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  const filter = (path: string) => !LEFT_OUT.includes(basename(path))
  await cp(DASHBOARD, copy, { recursive: true, filter })
  await symlink(join(DASHBOARD, 'node_modules'), join(copy, 'node_modules'))
  for (const file of new Set(mutations.map((mutation) => mutation.file))) {
    const path = join(copy, file)
    await writeFile(path, mutateSource(mutations, file, await readFile(path, 'utf8')))
  }
  const vite = join(DASHBOARD, 'node_modules', 'vite', 'bin', 'vite.js')
  const command = { program: process.execPath, args: [vite, 'build', '--logLevel', 'warn'] }
  await runToEnd(command, { env: process.env, cwd: copy, timeoutMs: BUILD_MS })
  return join(copy, 'dist')
}
