import { endpoints, twins } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { commands } from '../src/edge/commands/index.ts'
import { routes } from '../src/edge/routes/index.ts'
import { newSimulatorProviders } from '../src/platform/providers/index.ts'
import {
  checkCitedCommands,
  checkCitedPaths,
  checkDecisions,
  checkQuotedCode,
} from './structure/check-documents.ts'
import {
  checkReaders,
  checkSettings,
  readServerSettings,
  readSimulatorSettings,
} from './structure/check-environment.ts'
import {
  checkCycles,
  checkEntries,
  checkImports,
  checkLayers,
  checkModuleSizes,
  checkPageImports,
  checkRestrictedPackages,
} from './structure/check-modules.ts'
import {
  checkRouteFile,
  checkRouteGuards,
  checkRoutesAreContract,
  checkRouteTests,
  ROUTE,
} from './structure/check-routes.ts'
import {
  checkFileLengths,
  checkFunctionLengths,
  checkLineLengths,
  checkNames,
  checkParameters,
} from './structure/check-shape.ts'
import { checkTableOwners } from './structure/check-tables.ts'
import { checkHosts, checkMachinePaths, checkSkippedTests } from './structure/check-words.ts'
import { describeImports, withStructure } from './structure/describe-structure.ts'
import { ROOT, readRepository, type SourceFile } from './structure/read-repository.ts'

const files = readRepository()
const documents = files.filter(({ path }) => path.endsWith('.md'))
const known = {
  scripts: Object.keys(packageJson.scripts),
  commands: commands.map(({ name }) => name),
  models: newSimulatorProviders('http://127.0.0.1', '').flatMap(({ offers }) => offers.map(({ id }) => id)),
}

/** Throws when the file is missing. */
function load(path: string): SourceFile {
  const found = files.find((file) => file.path === path)
  if (!found) throw new Error(`${path} is missing: write it`)
  return found
}

describe('module boundaries', () => {
  test('a module imports only what the table allows, and uses every import that the table lists', () => {
    expect(checkImports(files)).toEqual([])
  })
  test('no module imports a module of a higher layer', () => {
    expect(checkLayers()).toEqual([])
  })
  test('no files and no modules import each other in a cycle', () => {
    expect(checkCycles(files)).toEqual([])
  })
  test('modules are imported by their index.ts', () => {
    expect(checkEntries(files)).toEqual([])
  })
  test('the packages of the engine, S3, images and the database are imported only where allowed', () => {
    expect(checkRestrictedPackages(files)).toEqual([])
  })
  test('pages load no schemas of the contract', () => {
    expect(checkPageImports(files)).toEqual([])
  })
  test('every module has an index.ts and at most 25 files', () => {
    expect(checkModuleSizes(files)).toEqual([])
  })
  test('ARCHITECTURE.md and docs/modules.md show the current modules: run pnpm structure:write', () => {
    const { text } = load('ARCHITECTURE.md')
    expect(text).toBe(withStructure(text))
    expect(load('docs/modules.md').text).toBe(describeImports())
  })
  test('every table belongs to one module, and no other module names it in SQL', () => {
    expect(checkTableOwners(files)).toEqual([])
  })
  test('only the config module reads the environment', () => {
    expect(checkReaders(files)).toEqual([])
  })
})

describe('shape', () => {
  test('no file is longer than 300 lines', () => {
    expect(checkFileLengths(files)).toEqual([])
  })
  test('no function is longer than 70 lines', () => {
    expect(checkFunctionLengths(files)).toEqual([])
  })
  test('no function has more than four parameters', () => {
    expect(checkParameters(files)).toEqual([])
  })
  test('no line is longer than 110 characters', () => {
    expect(checkLineLengths(files)).toEqual([])
  })
  test('file names follow the naming rules', () => {
    expect(checkNames(files)).toEqual([])
  })
  test('every test runs', () => {
    expect(checkSkippedTests(files)).toEqual([])
  })
})

describe('routes', () => {
  test('every endpoint declares its auth, scope and rate limit', () => {
    expect(checkRouteGuards(routes)).toEqual([])
  })
  test('the routes are exactly the endpoints of the contract, the callback and the root', () => {
    expect(checkRoutesAreContract(routes, [...Object.values(endpoints), ...twins])).toEqual([])
  })
  test('route files are named after the method and path that they serve', async () => {
    const paths = files.map(({ path }) => path).filter((path) => ROUTE.test(path))
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths) {
      const exported = Object.values(await import(`${ROOT}/${path}`))
      expect(checkRouteFile(path, exported, routes)).toEqual([])
    }
  })
  test('every route has an outcome test and a security test', () => {
    expect(checkRouteTests(files)).toEqual([])
  })
})

describe('documents', () => {
  test('every cited path exists', () => {
    expect(checkCitedPaths(documents, files, known)).toEqual([])
  })
  test('every cited command exists', () => {
    expect(checkCitedCommands(documents, known)).toEqual([])
  })
  test('every setting of the server is in the table of docs/settings.md, with its default', () => {
    const readers = [
      'environment',
      'read-mail-settings',
      'read-payment-settings',
      'read-provider-settings',
      'read-provider-keys',
    ]
    const texts = readers.map((name) => load(`server/src/platform/config/${name}.ts`).text)
    const settings = readServerSettings(texts.join('\n'))
    expect(settings.length).toBeGreaterThan(20)
    expect(checkSettings(load('docs/settings.md'), 'default', settings)).toEqual([])
  })
  test('every setting of the simulator is in the table of its README.md, with its default', () => {
    const settings = readSimulatorSettings(load('simulator/src/config.ts').text)
    expect(settings.length).toBeGreaterThan(8)
    expect(checkSettings(load('simulator/README.md'), 'usual', settings)).toEqual([])
  })
  test('every quoted piece of code is still in its file', () => {
    expect(checkQuotedCode(documents, files)).toEqual([])
  })
  test('decisions have the same three chapters', () => {
    expect(checkDecisions(documents)).toEqual([])
  })
  test('no registry, private host or path of one machine is named', () => {
    expect([...checkHosts(files), ...checkMachinePaths(files)]).toEqual([])
  })
})
