import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** The real site, built once for a file of tests, in a folder that is removed afterwards. */
export function useBuiltSite(): { folder: string; read: (name: string) => string; names: () => string[] } {
  const parent = mkdtempSync(join(tmpdir(), 'atelier-site-'))
  const folder = join(parent, 'dist')
  beforeAll(() => {
    execFileSync(process.execPath, [join(import.meta.dirname, '..', 'build.ts'), folder], { stdio: 'pipe' })
  }, 600_000)
  afterAll(() => rmSync(parent, { recursive: true, force: true }))
  return {
    folder,
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    names: () => readdirSync(folder, { recursive: true, encoding: 'utf8' }),
  }
}
