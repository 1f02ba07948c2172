import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CLIENT = join(import.meta.dirname, '..')

export type Project = { folder: string; remove(): void }

/** Builds the package and installs it into a new, empty project, as a user of it has it. */
export function installPackage(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-client-'))
  const installed = join(folder, 'node_modules', '@atelier', 'client')
  mkdirSync(installed, { recursive: true })
  execFileSync(process.execPath, [join(CLIENT, 'generator', 'build.ts'), join(installed, 'dist')])
  cpSync(join(CLIENT, 'package.json'), join(installed, 'package.json'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n')
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

/** Checks the types of a file of the project with the strictest settings, against the built declarations. */
export function checkTypes({ folder }: Project, file: string): void {
  const settings = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...settings,
        noEmit: true,
        module: 'nodenext',
        target: 'es2024',
        lib: ['es2024', 'dom'],
        types: ['node'],
        typeRoots: [join(CLIENT, '..', 'node_modules', '@types')],
      },
      files: [file],
    }),
  )
  execFileSync(join(CLIENT, '..', 'node_modules', '.bin', 'tsc'), ['-p', folder], { stdio: 'pipe' })
}
