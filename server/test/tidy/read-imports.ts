import { posix } from 'node:path'
import type { SourceFile } from './read-repository.ts'
import { roomOf } from './room-table.ts'
import { scanSource } from './scan-source.ts'

export type Import = { from: string; room?: string | undefined; package?: string }

const IMPORTED = /(?:\bfrom|\bimport|\bimport\s*\()\s*$/

/**
 * Everything a file imports, with the room or the package that it leads to. Types count: they are arrows too.
 */
export function readImports({ path, text }: SourceFile): Import[] {
  const { code, literals } = scanSource(text)
  return literals
    .filter(({ at }) => IMPORTED.test(code.slice(Math.max(0, at - 20), at)))
    .map(({ text: from }) => ({ from, ...targetOf(path, from) }))
}

function targetOf(path: string, from: string): Omit<Import, 'from'> {
  if (from.startsWith('node:')) return {}
  if (from.startsWith('.')) return { room: roomOf(posix.join(posix.dirname(path), from)) }
  if (from.startsWith('#')) return { room: from.slice(1).split('/').slice(0, 2).join('/') }
  const [scope = '', name] = from.split('/')
  if (scope === '@atelier') return { room: name }
  return { package: scope.startsWith('@') ? `${scope}/*` : scope }
}
