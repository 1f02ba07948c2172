import { type Endpoint, endpoints } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { commands } from '../src/edge/commands/index.ts'
import { routes } from '../src/edge/routes/index.ts'
import { openProviders } from '../src/platform/providers/index.ts'
import {
  checkCitedCommands,
  checkCitedPaths,
  checkDecisions,
  checkQuotedCode,
} from './tidy/check-documents.ts'
import {
  checkReaders,
  checkSettings,
  readServerSettings,
  readSimulatorSettings,
} from './tidy/check-environment.ts'
import {
  checkRouteFile,
  checkRouteGuards,
  checkRoutesAreContract,
  checkRouteTests,
} from './tidy/check-routes.ts'
import { checkFileLengths, checkFunctionLengths, checkLineLengths, checkNames } from './tidy/check-shape.ts'
import { checkTableOwners } from './tidy/check-tables.ts'
import { checkArrows, checkDoors, checkGuarded, checkRoomSizes, checkShownTable } from './tidy/check-walls.ts'
import { checkHosts, checkMachinePaths, checkSkippedTests } from './tidy/check-words.ts'
import { ROOT, readRepository, type SourceFile, sourceFile } from './tidy/read-repository.ts'

const files = readRepository()
const documents = files.filter(({ path }) => path.endsWith('.md'))
const known = {
  scripts: Object.keys(packageJson.scripts),
  commands: commands.map(({ name }) => name),
  models: openProviders({ simulatorUrl: 'http://127.0.0.1' }).models.map(({ id }) => id),
}

/** A file that must be there. */
function load(path: string): SourceFile {
  const found = files.find((file) => file.path === path)
  if (!found) throw new Error(`${path} is missing: write it`)
  return found
}

describe('walls', () => {
  test('a room imports only what the table gives it, and the table has no arrow too many', () => {
    expect(checkArrows(files)).toEqual([])
  })
  test('rooms are entered by their doors', () => {
    expect(checkDoors(files)).toEqual([])
  })
  test('engine, storage, imaging and database are touched only where they belong', () => {
    expect(checkGuarded(files)).toEqual([])
  })
  test('every room has a door and is small', () => {
    expect(checkRoomSizes(files)).toEqual([])
  })
  test('ARCHITECTURE.md shows the table that is checked', () => {
    expect(checkShownTable(load('ARCHITECTURE.md'))).toEqual([])
  })
  test('every table has one room that names it in SQL', () => {
    expect(checkTableOwners(files)).toEqual([])
  })
  test('the environment is read in one place', () => {
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
  test('no line is longer than 110 characters', () => {
    expect(checkLineLengths(files)).toEqual([])
  })
  test('file names say what is inside', () => {
    expect(checkNames(files)).toEqual([])
  })
  test('every test runs', () => {
    expect(checkSkippedTests(files)).toEqual([])
  })
})

describe('routes', () => {
  test('each says who may call it, with which scope, and how often', () => {
    expect(checkRouteGuards(routes)).toEqual([])
  })
  test('they are exactly the endpoints of the contract, and the callback', () => {
    expect(checkRoutesAreContract(routes, Object.values(endpoints))).toEqual([])
  })
  test('the listing of the folder is the interface', async () => {
    const paths = files.map(({ path }) => path).filter((path) => /\/src\/routes\/.*\.\w+\.ts$/.test(path))
    for (const path of paths) {
      const exported = Object.values(await import(`${ROOT}/${path}`))
      expect(checkRouteFile(path, exported, routes)).toEqual([])
    }
  })
  test('each has a test of what it does, and one of whom it keeps out', () => {
    expect(checkRouteTests(files)).toEqual([])
  })
})

describe('documents', () => {
  test('every path they cite exists', () => {
    expect(checkCitedPaths(documents, files, known)).toEqual([])
  })
  test('every command they tell somebody to type exists', () => {
    expect(checkCitedCommands(documents, known)).toEqual([])
  })
  test('every setting of the server is in the table of README.md, with its default', () => {
    const settings = readServerSettings(load('server/src/platform/config/read-config.ts').text)
    expect(settings.length).toBeGreaterThan(20)
    expect(checkSettings(load('README.md'), 'default', settings)).toEqual([])
  })
  test('every setting of the simulator is in the table of its README.md, with its default', () => {
    const settings = readSimulatorSettings(load('simulator/src/config.ts').text)
    expect(settings.length).toBeGreaterThan(8)
    expect(checkSettings(load('simulator/README.md'), 'usual', settings)).toEqual([])
  })
  test('every piece of code they quote is still there', () => {
    expect(checkQuotedCode(documents, files)).toEqual([])
  })
  test('decisions have one form', () => {
    expect(checkDecisions(documents)).toEqual([])
  })
  test('no machine and no registry of anybody is named', () => {
    expect([...checkHosts(files), ...checkMachinePaths(files)]).toEqual([])
  })
})

/** A rule that catches nothing is no rule: each is shown one thing that it must not let pass. */
describe('the rules are awake', () => {
  const bad = (path: string, text: string) => [sourceFile(path, text)]
  const room = 'server/src/access/credits'
  const migration = 'server/src/platform/db/migrations/0002-more.sql'
  const route = (change: object) => [{ endpoint: { ...endpoints.pollMedia, ...change } as Endpoint }] as never
  const told = (text: string) => bad('README.md', text)

  test.each<[string, string[], RegExp]>([
    [
      'a new arrow',
      checkArrows(bad(`${room}/a.ts`, "import { x } from '#production/media'")),
      /credits may not import/,
    ],
    ['a new room', checkArrows(bad('server/src/catalog/shop/a.ts', '')), /the room catalog\/shop is new/],
    [
      'a new package',
      checkArrows(bad(`${room}/a.ts`, "import x from 'left-pad'")),
      /may not import left-pad/,
    ],
    ['an unused arrow', checkArrows([]), /credits imports access\/identity no more/],
    ['climbing', checkDoors(bad(`${room}/a.ts`, "import '../media/a.ts'")), /never with/],
    [
      'a forced door',
      checkDoors(bad(`${room}/a.ts`, "await import('#production/media/settle')")),
      /index\.ts/,
    ],
    ['a guarded package', checkGuarded(bad('server/dev/a.ts', "import pg from 'pg'")), /'pg' is only for/],
    ['no door', checkRoomSizes(bad(`${room}/a.ts`, '')), /has no door/],
    ['an old table', checkShownTable(sourceFile('ARCHITECTURE.md', '')), /ARCHITECTURE\.md says contract/],
    ['a process.env', checkReaders(bad(`${room}/a.ts`, 'f(process.env.X)')), /only config\.ts/],
    ['a long file', checkFileLengths(bad('a.ts', '\n'.repeat(302))), /301|302/],
    ['a long script', checkFileLengths(bad('a.py', '\n'.repeat(302))), /301|302/],
    ['a long line', checkLineLengths(bad('a.sql', `-- ${'é'.repeat(108)}`)), /a\.sql:1: 111/],
    ['a vague name', checkNames(bad('server/src/edge/http/string-utils.ts', '')), /say what it does/],
    ['a strange name', checkNames(bad('agent/test/readSkill.py', '')), /snake_case/],
    ['a skipped test', checkSkippedTests(bad('a.test.ts', "test.each([])\n  test.skip('x')")), /:2: run/],
    ['a route for anybody', checkRouteGuards(route({ auth: undefined })), /say auth/],
    ['a route without scope', checkRouteGuards(route({ scope: undefined })), /which scope/],
    ['a route without limit', checkRouteGuards(route({ limit: undefined })), /which class/],
    [
      'a session without limit',
      checkRouteGuards(route({ auth: 'session', scope: undefined, limit: undefined })),
      /which class/,
    ],
    [
      'an untested route',
      checkRouteTests(bad('server/src/edge/routes/a.get.ts', '')),
      /a\.get\.security.* is missing/,
    ],
    ['a test of no route', checkRouteTests(bad('server/test/routes/a.test.ts', '')), /belongs to no route/],
    ['a missing route', checkRoutesAreContract([], [endpoints.readHealth]), /GET \/health has no route/],
    ['a route of nobody', checkRoutesAreContract(route({}), []), /is not in the contract/],
    ['a wrong path', checkCitedPaths(told('see `server/src/gone.ts`'), files, known), /gone\.ts does not/],
    ['a wrong room', checkCitedPaths(told('see `server/gone/`'), files, known), /gone does not exist/],
    ['a wrong link', checkCitedPaths(told('[x](decisions/9.md)'), files, known), /9\.md does not/],
    ['a wrong script', checkCitedCommands(told('```\npnpm fly\n```'), known), /pnpm fly is no script/],
    ['a wrong command', checkCitedCommands(told('`pnpm admin fly`'), known), /pnpm admin fly/],
    [
      'an old quote',
      checkQuotedCode(told('`package.json`\n```ts\ngone\n```'), files),
      /no longer says "gone"/,
    ],
    ['an odd decision', checkDecisions(bad('decisions/0009-x.md', '# Nine')), /begin with "# 0009 Title"/],
    [
      'a host',
      checkHosts(bad('a.yaml', ['https:', '', 'packages.corp.net'].join('/'))),
      /packages\.corp\.net/,
    ],
    ['a machine', checkMachinePaths(bad('a.md', ['see ', 'home', 'me'].join('/'))), /a path of one machine/],
  ])('%s is caught', (_, complaints, told) => {
    expect(complaints.join('\n')).toMatch(told)
  })

  test.each([
    [
      'a stranger in a query',
      `${room}/a.ts`,
      'db.row(`select 1 from media where x = $1`)',
      /media is production\/media's/,
    ],
    ['a stranger in a fragment', `${room}/a.ts`, "const t = 'join users u on true'", /ask #access\/identity/],
    [
      'a stranger’s function',
      'server/src/production/media/a.ts',
      "'select take_slot(1)'",
      /take_slot is access\/limits's/,
    ],
    ['SQL in a route', 'server/src/edge/routes/a.get.ts', "'select 1'", /routes holds no SQL/],
    ['a table of nobody', migration, 'create table stray (id int);', /stray has no room/],
    ['a table of two', migration, '-- access/limits/ ---\nupdate media set n = 1;', /limits uses media/],
  ])('%s is caught', (_, path, text, told) => {
    expect(checkTableOwners([...files, sourceFile(path, text)]).join('\n')).toMatch(told)
  })

  test('a long function is measured whole, whatever stands in its texts', () => {
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

  test('a setting that is missing, invented or wrong is told', () => {
    const config =
      'const Environment = z.object({\n  A_B: port(1),\n  C: z.url(),\n  D: z.url().optional(),\n})\n'
    const table = '| variable | default |\n|---|---|\n| `A_B` | `2` |\n| `D` | from A_B |\n| `E` | `5` |\n'
    const complaints = checkSettings(sourceFile('README.md', table), 'default', readServerSettings(config))
    expect(complaints.map((one) => one.replace('README.md, settings: ', ''))).toEqual([
      'C is missing: add a line',
      'E is read by nobody',
      'A_B: the default is 1, not 2',
    ])
  })
})
