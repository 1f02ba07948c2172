import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

type Dependencies = Record<string, { version: string }>
type Names = Record<string, string>
type Lock = {
  importers: Record<string, { dependencies?: Dependencies; optionalDependencies?: Dependencies }>
  packages: Record<string, { os?: string[]; cpu?: string[]; libc?: string[]; peerDependencies?: Names }>
  snapshots: Record<string, { dependencies?: Names; optionalDependencies?: Names }>
}
type Component = { purl: string; group?: string; name: string; version: string; licenses?: unknown[] }

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** What is in the image: these run, and the last two are built into files. */
const SHIPPED = ['server', 'contract', 'simulator', 'dashboard', 'site']

const dir = mkdtempSync(join(tmpdir(), 'atelier-bill-'))
let components: Component[] = []

beforeAll(() => {
  const file = join(dir, 'sbom.cdx.json')
  execFileSync(join(ROOT, 'deploy/image/build.sh'), ['sbom', ROOT, file])
  const bill = JSON.parse(readFileSync(file, 'utf8'))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  components = bill.components
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Every package that the shipped workspaces need, on the platform of the image. */
function readProduction(): Set<string> {
  const lock = parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')) as Lock
  const found = new Set<string>()
  const add = (name: string, version: string): void => {
    if (version.startsWith('link:')) return
    const key = `${name}@${version}`
    const { os, cpu, libc, peerDependencies = {} } = lock.packages[bareOf(key)] ?? {}
    const isForImage = [os ?? 'linux', cpu ?? 'x64', libc ?? 'glibc'].every((one, index) =>
      one.includes(['linux', 'x64', 'glibc'][index] as string),
    )
    if (!isForImage || found.has(key)) return
    found.add(key)
    const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {}
    // A peer is a dependency of its own where it is shipped; some are types, which only the checks use.
    for (const [other, at] of Object.entries({ ...dependencies, ...optionalDependencies }))
      if (!(other in peerDependencies)) add(other, at)
  }
  for (const folder of SHIPPED) {
    const { dependencies, optionalDependencies } = lock.importers[folder] ?? {}
    for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies }))
      add(name, version)
  }
  return new Set([...found].map(bareOf))
}

/** Without the peers in parentheses. */
const bareOf = (key: string): string => key.replace(/\(.*$/, '')

const nameOf = ({ group, name, version }: Component): string =>
  `${group ? `${group}/` : ''}${name}@${version}`

test('every production package of the lock file is in the bill of materials, and no other', () => {
  const expected = readProduction()
  const listed = components.map(nameOf).filter((name) => !name.startsWith('@atelier/'))
  expect(expected.size).toBeGreaterThan(150)
  expect([...expected].filter((one) => !listed.includes(one))).toEqual([])
  expect(listed.filter((one) => !expected.has(one))).toEqual([])
})

test('each has its address and its license', () => {
  const without = components.filter(
    ({ purl, licenses = [] }) => !purl.startsWith('pkg:npm/') || licenses.length === 0,
  )
  expect(without.map(nameOf)).toEqual([])
})
