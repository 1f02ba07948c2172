import { type Endpoint, endpoints } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { commands } from '../src/edge/commands/index.ts'
import { newSimulatorProviders } from '../src/platform/providers/index.ts'
import {
  checkCitedCommands,
  checkCitedPaths,
  checkDecisions,
  checkQuotedCode,
} from './structure/check-documents.ts'
import { checkReaders, checkSettings, readServerSettings } from './structure/check-environment.ts'
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
import { readRepository, sourceFile } from './structure/read-repository.ts'

const files = readRepository()
const known = {
  scripts: Object.keys(packageJson.scripts),
  commands: commands.map(({ name }) => name),
  models: newSimulatorProviders('http://127.0.0.1', '').flatMap(({ offers }) => offers.map(({ id }) => id)),
}

/** Each rule is shown a violation that it must report, so that no rule passes because it checks nothing. */
describe('the rules report violations', () => {
  const bad = (path: string, text: string) => [sourceFile(path, text)]
  const credits = 'server/src/access/credits'
  const migration = 'server/src/platform/db/migrations/0002-more.sql'
  const route = (change: object) => [{ endpoint: { ...endpoints.pollMedia, ...change } as Endpoint }] as never
  const polling = route({})
  const readme = (text: string) => bad('README.md', text)

  test.each<[string, string[], RegExp]>([
    [
      'a new import',
      checkImports(bad(`${credits}/a.ts`, "import { x } from '#production/media'")),
      /credits may not import/,
    ],
    [
      'a new module',
      checkImports(bad('server/src/catalog/shop/a.ts', '')),
      /the module catalog\/shop is new/,
    ],
    [
      'a new package',
      checkImports(bad(`${credits}/a.ts`, "import x from 'left-pad'")),
      /may not import left-pad/,
    ],
    ['an unused import', checkImports([]), /credits no longer imports access\/identity/],
    [
      'a relative import of another module',
      checkEntries(bad(`${credits}/a.ts`, "import '../media/a.ts'")),
      /never with/,
    ],
    [
      'a deep import',
      checkEntries(bad(`${credits}/a.ts`, "await import('#production/media/settle')")),
      /index\.ts/,
    ],
    [
      'a check that imports another',
      checkImports(bad('server/checks/chaos/a.ts', "import '../bench/main.ts'")),
      /checks\/chaos may not import/,
    ],
    [
      'a deep import of the harness',
      checkEntries(bad('server/checks/chaos/a.ts', "import '../../harness/driver/log-in.ts'")),
      /index\.ts/,
    ],
    [
      'a restricted package',
      checkRestrictedPackages(bad('server/tools/a.ts', "import pg from 'pg'")),
      /'pg' is only for/,
    ],
    [
      'a value of the contract in a page',
      checkPageImports(bad('dashboard/src/a.tsx', "import { x,\n  type Y } from '@atelier/contract'")),
      /import types alone/,
    ],
    ['a module without index.ts', checkModuleSizes(bad(`${credits}/a.ts`, '')), /has no index\.ts/],
    [
      'an upward import',
      checkLayers({ 'access/credits': { purpose: '', imports: ['edge/http'], packages: [] } }),
      /credits imports edge\/http, which is in a higher layer/,
    ],
    [
      'a cycle of files',
      checkCycles([
        ...bad(`${credits}/a.ts`, "import './b.ts'"),
        ...bad(`${credits}/b.ts`, "import './a.ts'"),
      ]),
      /credits\/a\.ts, .*credits\/b\.ts/,
    ],
    [
      'a cycle of files outside the server',
      checkCycles([
        ...bad('contract/src/a.ts', "import type { B } from './b/index.ts'"),
        ...bad('contract/src/b/index.ts', "export { c } from './c.ts'"),
        ...bad('contract/src/b/c.ts', "import { a } from '../a.ts'"),
      ]),
      /contract\/src\/a\.ts, .*b\/c\.ts, .*b\/index\.ts/,
    ],
    [
      'a cycle through a dynamic import',
      checkCycles([
        ...bad('simulator/src/a.ts', "await import('./b.ts')"),
        ...bad('simulator/src/b.ts', "import './a.ts'"),
      ]),
      /simulator\/src\/a\.ts, .*b\.ts/,
    ],
    ['a process.env', checkReaders(bad(`${credits}/a.ts`, 'f(process.env.X)')), /only the config module/],
    ['a long file', checkFileLengths(bad('a.ts', '\n'.repeat(302))), /301|302/],
    ['a long script', checkFileLengths(bad('a.py', '\n'.repeat(302))), /301|302/],
    [
      'a function with five parameters',
      checkParameters(bad('server/src/a.ts', 'const f = (a: A, b: B, c: C, d: D, e: E) => a')),
      /a\.ts:1: 5 parameters; pass an object/,
    ],
    ['a long line', checkLineLengths(bad('a.sql', `-- ${'é'.repeat(108)}`)), /a\.sql:1: 111/],
    [
      'a vague name',
      checkNames(bad('server/src/edge/http/string-utils.ts', '')),
      /name it after what it does/,
    ],
    ['a name in the wrong case', checkNames(bad('agent/test/readSkill.py', '')), /snake_case/],
    ['a skipped test', checkSkippedTests(bad('a.test.ts', "test.each([])\n  test.skip('x')")), /:2: run/],
    ['a route without auth', checkRouteGuards(route({ auth: undefined })), /set auth/],
    ['a route without scope', checkRouteGuards(route({ scope: undefined })), /set the scope/],
    ['a route without limit', checkRouteGuards(route({ limit: undefined })), /class of rate limit/],
    [
      'a session route without limit',
      checkRouteGuards(route({ auth: 'session', scope: undefined, limit: undefined })),
      /class of rate limit/,
    ],
    [
      'an untested route',
      checkRouteTests(bad('server/src/edge/routes/a.get.ts', '')),
      /a\.get\.security.* is missing/,
    ],
    [
      'a test without a route',
      checkRouteTests(bad('server/test/routes/a.test.ts', '')),
      /belongs to no route/,
    ],
    [
      'a route that is not listed',
      checkRouteFile('server/src/edge/routes/a.get.ts', [], []),
      /its route is not in routes\/index\.ts/,
    ],
    [
      'a misnamed route file',
      checkRouteFile('server/src/edge/routes/a.get.ts', polling, polling),
      /rename the file to gen-media-id\.get\.ts/,
    ],
    ['a missing route', checkRoutesAreContract([], [endpoints.readHealth]), /GET \/health has no route/],
    ['a route outside the contract', checkRoutesAreContract(route({}), []), /is not in the contract/],
    ['a wrong path', checkCitedPaths(readme('see `server/src/gone.ts`'), files, known), /gone\.ts does not/],
    ['a wrong folder', checkCitedPaths(readme('see `server/gone/`'), files, known), /gone does not exist/],
    ['a wrong link', checkCitedPaths(readme('[x](decisions/9.md)'), files, known), /9\.md does not/],
    ['a wrong script', checkCitedCommands(readme('```\npnpm fly\n```'), known), /pnpm fly is not a script/],
    ['a wrong command', checkCitedCommands(readme('`pnpm admin fly`'), known), /pnpm admin fly/],
    [
      'an old quote',
      checkQuotedCode(readme('`package.json`\n```ts\ngone\n```'), files),
      /no longer contains "gone"/,
    ],
    [
      'a malformed decision',
      checkDecisions(bad('decisions/0009-x.md', '# Nine')),
      /begin with "# 0009 Title"/,
    ],
    [
      'a host',
      checkHosts(bad('a.yaml', ['https:', '', 'packages.corp.net'].join('/'))),
      /packages\.corp\.net/,
    ],
    [
      'a path of one machine',
      checkMachinePaths(bad('a.md', ['see ', 'home', 'me'].join('/'))),
      /path of one machine/,
    ],
  ])('%s is reported', (_, complaints, expected) => {
    expect(complaints.join('\n')).toMatch(expected)
  })

  test.each([
    [
      'a table of another module in a query',
      `${credits}/a.ts`,
      'db.row(`select 1 from media where x = $1`)',
      /media belongs to production\/media/,
    ],
    [
      'a table of another module in a fragment',
      `${credits}/a.ts`,
      "const t = 'join users u on true'",
      /call #access\/identity/,
    ],
    [
      'a function of another module',
      'server/src/production/media/a.ts',
      "'select take_slot(1)'",
      /take_slot belongs to access\/limits/,
    ],
    ['SQL in a route', 'server/src/edge/routes/a.get.ts', "'select 1'", /routes must not contain SQL/],
    ['a table without a module', migration, 'create table stray (id int);', /stray has no module/],
    [
      'a table that two modules use',
      migration,
      '-- access/limits/ ---\nupdate media set n = 1;',
      /limits uses media/,
    ],
  ])('%s is reported', (_, path, text, expected) => {
    expect(checkTableOwners([...files, sourceFile(path, text)]).join('\n')).toMatch(expected)
  })

  test('a long function is measured to its end, whatever its string literals contain', () => {
    const hole = '$' + '{c({ d: "}" })}'
    const body = `  if (a) {\n    b(\`\n}\n${hole}\`)\n  }\n`.repeat(15)
    const shapes = [
      `export async function f(\n  a: string,\n): Promise<{ b: string }> {\n${body}}\n`,
      `export const f = (a: string) => {\n${body}}\n`,
      `class F {\n  f(a: string): void {\n${body.replaceAll(/^ {2}/gm, '    ')}  }\n}\n`,
    ]
    for (const text of shapes) expect(checkFunctionLengths(bad('a.ts', text))).toHaveLength(1)
    expect(checkFunctionLengths(bad('a.ts', 'function f() {\n  g()\n}\n'.repeat(40)))).toEqual([])
  })

  test('a setting that is missing, unknown or has a wrong default is reported', () => {
    const config =
      'const Environment = z.object({\n  A_B: port(1),\n  C: z.url(),\n  D: z.url().optional(),\n})\n'
    const table = '| variable | default |\n|---|---|\n| `A_B` | `2` |\n| `D` | from A_B |\n| `E` | `5` |\n'
    const complaints = checkSettings(sourceFile('README.md', table), 'default', readServerSettings(config))
    expect(complaints.map((one) => one.replace('README.md, settings: ', ''))).toEqual([
      'C is missing: add a line',
      'E is not a setting: remove the line',
      'A_B: the default is 1, not 2',
    ])
  })
})
