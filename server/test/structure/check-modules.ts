import { findCycles } from './find-cycles.ts'
import { groupOf, groups, moduleOf, modules, restrictedPackages } from './module-table.ts'
import { type Import, readImports } from './read-imports.ts'
import type { SourceFile } from './read-repository.ts'

const TABLE = 'server/test/structure/module-table.ts'
const PUBLIC_ENTRY = /^#[a-z-]+\/[a-z-]+$/
const FILES_MAX = 25
/** Code whose files must not import each other in a cycle. */
const ACYCLIC_FOLDERS = [
  'server/src/',
  'server/harness/',
  'server/checks/',
  'contract/',
  'dashboard/',
  'doubles/',
  'simulator/',
]

const isTypeScript = ({ path }: SourceFile) => /\.tsx?$/.test(path)

/** Imports that the table does not allow, and allowed imports that no file uses any more. */
export function checkImports(files: SourceFile[]): string[] {
  const used = new Map(Object.keys(modules).map((name) => [name, new Set<string>()]))
  const complaints: string[] = []
  for (const file of files.filter(isTypeScript)) {
    const module = moduleOf(file.path)
    if (module === undefined) continue
    const rule = modules[module]
    if (!rule) {
      complaints.push(`${file.path}: the module ${module} is new: add it to ${TABLE}`)
      continue
    }
    for (const one of readImports(file)) {
      const target = one.package ?? one.module
      if (target === undefined || target === module) continue
      used.get(module)?.add(target)
      const allowed = one.package ? rule.packages : rule.imports
      if (!allowed.includes(target)) {
        complaints.push(
          `${file.path}: ${module} may not import ${one.from}: allow it in ${TABLE}, or avoid it`,
        )
      }
    }
  }
  const unused = Object.entries(modules).flatMap(([module, rule]) =>
    [...rule.imports, ...rule.packages]
      .filter((target) => !used.get(module)?.has(target))
      .map((target) => `${module} no longer imports ${target}: remove it from ${TABLE}`),
  )
  return [...complaints, ...unused]
}

/** Imports of the table that point from a lower group to a higher one. */
export function checkLayers(rules = modules): string[] {
  const layers = Object.keys(groups)
  const layered = Object.entries(rules).filter(([module]) => layers.includes(groupOf(module)))
  return layered.flatMap(([module, { imports }]) =>
    imports
      .filter((target) => layers.indexOf(groupOf(target)) > layers.indexOf(groupOf(module)))
      .map((target) => `${module} imports ${target}, which is in a higher layer`),
  )
}

/** Files that import each other in a cycle, and modules that do. */
export function checkCycles(files: SourceFile[]): string[] {
  const sources = files.filter(
    (file) => isTypeScript(file) && ACYCLIC_FOLDERS.some((folder) => file.path.startsWith(folder)),
  )
  const paths = new Set(sources.map(({ path }) => path))
  const fileGraph = new Map(
    sources.map((file) => [
      file.path,
      readImports(file).flatMap(({ file: to }) => (to && paths.has(to) ? [to] : [])),
    ]),
  )
  const moduleGraph = new Map(Object.entries(modules).map(([name, { imports }]) => [name, [...imports]]))
  return [...findCycles(fileGraph), ...findCycles(moduleGraph)].map(
    (cycle) => `these import each other: ${cycle.join(', ')}`,
  )
}

/** Another module is imported through its index.ts, and a file of the same module as './file.ts'. */
export function checkEntries(files: SourceFile[]): string[] {
  return files.filter(isTypeScript).flatMap((file) => {
    const complain = (rule: string) => (one: Import) => `${file.path}: '${one.from}': ${rule}`
    const imports = readImports(file)
    const isServer = file.path.startsWith('server/src/')
    const climbing = imports.filter(({ from }) => isServer && from.startsWith('../'))
    const nested = imports.filter(({ from }) => isServer && /^\.\/.*\//.test(from))
    const deep = imports.filter(
      (one) => (one.from.startsWith('#') && !PUBLIC_ENTRY.test(one.from)) || isDeepInHarness(file.path, one),
    )
    return [
      ...climbing.map(complain("import another module as '#group/module', never with '../'")),
      ...nested.map(complain('a module has no subfolders: make it a separate module')),
      ...deep.map(complain('import only what the module exports from its index.ts')),
    ]
  })
}

/** An import of another module of the harness or the checks that bypasses its index.ts. */
const isDeepInHarness = (path: string, { from, module = '' }: Import): boolean =>
  /^server\/(?:harness|checks)\/.*(?<!\.test\.ts)$/.test(path) &&
  /^(?:harness|checks)\//.test(module) &&
  module !== moduleOf(path) &&
  !from.endsWith('/index.ts')

/** Imports of packages that only a few paths may use, such as the database driver. */
export function checkRestrictedPackages(files: SourceFile[]): string[] {
  return files.filter(isTypeScript).flatMap((file) =>
    readImports(file).flatMap(({ package: name = '', from }) => {
      const allowed = restrictedPackages[name]
      const mayUse = allowed?.some((path) => file.path.startsWith(path) || file.path.endsWith(path))
      if (!allowed || mayUse) return []
      return [`${file.path}: '${from}' is only for ${allowed.join(', ')}: call that module instead`]
    }),
  )
}

/**
 * A page takes types from the contract, and values only from its limits: the rest loads zod, which tries
 * `new Function`, and the content policy of the pages refuses that.
 */
export const checkPageImports = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('dashboard/src/') && !path.endsWith('.test.ts'))
    .filter(({ text }) => /^import (?!type\b)[^']*'@atelier\/contract'/m.test(text))
    .map(({ path }) => `${path}: import types alone from @atelier/contract, and values from its /limits`)

export function checkModuleSizes(files: SourceFile[]): string[] {
  const inside = files.filter(({ path }) => /^server\/src\/[^/]+\/[^/]+\/[^/]+\.ts$/.test(path))
  const byModule = Map.groupBy(inside, ({ path }) => moduleOf(path) ?? '')
  return [...byModule].flatMap(([module, inModule]) => {
    const complaints: string[] = []
    // The routes folder has one file for each endpoint.
    if (inModule.length > FILES_MAX && module !== 'edge/routes')
      complaints.push(`${module} has ${inModule.length} files: split it into two modules`)
    if (!inModule.some(({ path }) => path.endsWith('/index.ts')))
      complaints.push(`server/src/${module}/ has no index.ts: add one that exports what others may use`)
    return complaints
  })
}
