// Builds the package: JavaScript and declarations, into dist/ or the folder that is named.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CLIENT = join(import.meta.dirname, '..')
const dist = process.argv[2] ?? join(CLIENT, 'dist')

rmSync(dist, { recursive: true, force: true })
execFileSync(
  join(CLIENT, '..', 'node_modules', '.bin', 'tsc'),
  ['-p', join(CLIENT, 'tsconfig.build.json'), '--outDir', dist],
  { stdio: 'inherit' },
)
// The compiler writes the names of files in JavaScript for the built ones, but not in declarations.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const file = join(dist, name)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.{1,2}\/[\w./-]+)\.ts'/g, "$1.js'"))
}
