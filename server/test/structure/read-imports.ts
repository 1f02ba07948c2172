import { posix } from 'node:path'
import { moduleOf } from './module-table.ts'
import type { SourceFile } from './read-repository.ts'
import { scanSource } from './scan-source.ts'

/** An import as written, and its target: a file and module of the repository, or a package. */
export type Import = { from: string; file?: string; module?: string | undefined; package?: string }

const IMPORTED = /(?:\bfrom|\bimport|\bimport\s*\()\s*$/

/** All imports of a file, including type imports, which are dependencies too. */
export function readImports({ path, text }: SourceFile): Import[] {
  const { code, literals } = scanSource(text)
  return literals
    .filter(({ at }) => IMPORTED.test(code.slice(Math.max(0, at - 20), at)))
    .map(({ text: from }) => ({ from, ...targetOf(path, from) }))
}

function targetOf(path: string, from: string): Omit<Import, 'from'> {
  if (from.startsWith('node:')) return {}
  if (from.startsWith('.')) return ofFile(posix.join(posix.dirname(path), from))
  if (from.startsWith('#')) return ofFile(`server/src/${from.slice(1)}/index.ts`)
  const [scope = '', name] = from.split('/')
  if (scope === '@atelier') return { module: name }
  return { package: scope.startsWith('@') ? `${scope}/*` : scope }
}

const ofFile = (file: string) => ({ file, module: moduleOf(file) })
