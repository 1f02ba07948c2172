import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import type { Edit } from './removal.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** A copy of the repository as it lies here, with its packages, in which sources may be changed. */
export type Copy = {
  folder: string
  read(path: string): string
  /** Makes the changes, and returns what takes them back. */
  change(edits: Edit[]): () => void
}

/**
 * Copies what git knows or would add. The packages are installed from the store: links to those of the
 * repository would lead to its sources, not to those of the copy.
 */
export function openCopy(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-asvs-'))
  closeOnExit(async () => rmSync(folder, { recursive: true, force: true }))
  for (const path of listFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(folder, path))
  }
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--silent'], {
    cwd: folder,
    stdio: 'pipe',
  })
  // The tests of structure ask git for the files.
  execFileSync('git', ['init', '-q'], { cwd: folder, stdio: 'pipe' })
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
  const change = (edits: Edit[]) => {
    const before = new Map(edits.map(({ file }) => [file, read(file)]))
    for (const edit of edits) writeFileSync(join(folder, edit.file), applyEdit(read(edit.file), edit))
    return () => before.forEach((text, file) => void writeFileSync(join(folder, file), text))
  }
  return { folder, read, change }
}

/** A text that does not occur exactly once is an error, so that no removal becomes stale. */
export function applyEdit(text: string, { file, from, to }: Edit): string {
  const times = text.split(from).length - 1
  if (times !== 1)
    throw new Error(`the text of a removal occurs ${times} times in ${file}, not once:\n${from}`)
  return text.replace(from, () => to)
}

function listFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { cwd: ROOT, encoding: 'utf8' }).split(
    '\0',
  )
  return listed.filter((path) => !deleted.includes(path))
}
