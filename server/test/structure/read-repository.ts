import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type SourceFile = { path: string; text: string; lines: string[] }

export const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Generated files: listed, but not read. */
const GENERATED =
  /(^|\/)(pnpm-lock\.yaml|package-lock\.json|openapi\.json|svc_mcp\.py|connect\.py|src\/generated\/.+)$/

/** Listed, but not read: their bytes are no text, and now and then look like a name that is forbidden. */
const BINARY = /\.(png|jpe?g|webp|woff2?|gz|br)$/

/** Every file that git tracks or would add, so that violations in new files show before the commit. */
export function readRepository(): SourceFile[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const paths = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
  return [...new Set(paths)]
    .filter((path) => isFile(join(ROOT, path)))
    .sort()
    .map((path) => sourceFile(path, isRead(path) ? readFileSync(join(ROOT, path), 'utf8') : ''))
}

export const sourceFile = (path: string, text: string): SourceFile => ({
  path,
  text,
  lines: text.replace(/\n$/, '').split('\n'),
})

const isRead = (path: string): boolean => !GENERATED.test(path) && !BINARY.test(path)

/** Git still lists a deleted file before the deletion is committed. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
