import { posix } from 'node:path'
import type { Endpoint } from '@atelier/contract'
import type { Route } from '../../src/edge/http/index.ts'
import type { SourceFile } from './read-repository.ts'

/** Routes outside the interface: providers and Stripe call the first two, then browsers, then agent hosts. */
const OUTSIDE_CONTRACT = [
  'POST /cb/{provider}/{id}',
  'POST /cb/stripe/{endpoint}',
  'GET /',
  'GET /*',
  'GET /assets/{file}',
  'GET /docs/*',
  'GET /llms-full.txt',
  'GET /mcp',
  'DELETE /mcp',
  'GET /mcp/key',
  'DELETE /mcp/key',
]

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** There each tool needs the scope of what it calls. */
const WITHOUT_SCOPE = ['POST /mcp', 'POST /mcp/key']

/** Every endpoint declares its auth; with a key also a scope, and with a key or a session a rate limit. */
export function checkRouteGuards(routes: Route[]): string[] {
  return routes.flatMap(({ endpoint }) => {
    const { auth, scope, limit } = endpoint
    const name = nameOf(endpoint)
    if (auth !== 'open' && auth !== 'key' && auth !== 'session')
      return [`${name}: set auth to 'open', 'key' or 'session' in the contract`]
    if (auth !== 'key' && scope) return [`${name}: a scope has no effect without a key: remove it`]
    if (auth === 'key' && !scope && !WITHOUT_SCOPE.includes(name))
      return [`${name}: set the scope that a key needs`]
    if (auth !== 'open' && !limit) return [`${name}: set its class of rate limit`]
    return []
  })
}

export function checkRoutesAreContract(routes: Route[], endpoints: Endpoint[]): string[] {
  const served = new Set(routes.map(({ endpoint }) => endpoint))
  const known = new Set(endpoints)
  const names = routes.map(({ endpoint }) => nameOf(endpoint))
  return [
    ...endpoints.filter((one) => !served.has(one)).map((one) => `${nameOf(one)} has no route: add a file`),
    ...[...served]
      .filter((one) => !known.has(one) && !OUTSIDE_CONTRACT.includes(nameOf(one)))
      .map((one) => `${nameOf(one)} is not in the contract: add it to endpoints.ts`),
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `${name} is served twice: remove one route`),
  ]
}

export const ROUTE = /^server\/src\/edge\/routes\/([^/]+\.(?:get|post|patch|delete))\.ts$/
const ROUTE_TEST = /^server\/test\/routes\/([^/]+)\.test\.ts$/

/** Every route has two test files: its outcomes, and its security. */
export function checkRouteTests(files: SourceFile[]): string[] {
  const matching = (pattern: RegExp) => files.flatMap(({ path }) => pattern.exec(path)?.[1] ?? [])
  const wanted = matching(ROUTE).flatMap((stem) => [`${stem}.outcome`, `${stem}.security`])
  const written = matching(ROUTE_TEST)
  return [
    ...wanted
      .filter((name) => !written.includes(name))
      .map((name) => `server/test/routes/${name}.test.ts is missing: write it`),
    ...written
      .filter((name) => !wanted.includes(name))
      .map((name) => `server/test/routes/${name}.test.ts belongs to no route: name it after one, or move it`),
  ]
}

/** A file is named after what it serves: `gen-media-id.get.ts` serves GET /api/gen/media/{id}. */
export function checkRouteFile(path: string, exported: unknown[], routes: Route[]): string[] {
  const [stem = '', method = ''] = posix.basename(path, '.ts').split('.')
  const own = routes.filter((route) => exported.includes(route))
  if (own.length === 0) return [`${path}: its route is not in routes/index.ts: add it`]
  return own
    .map(({ endpoint }) => endpoint)
    .filter((one) => one.method.toLowerCase() !== method || !wordsOf(one.path).startsWith(stem))
    .map((one) => `${path}: rename the file to ${wordsOf(one.path)}.${one.method.toLowerCase()}.ts`)
}

const wordsOf = (path: string): string =>
  path
    .replace(/^\/(api\/)?\.?/, '')
    .replace(/\.(json|txt)$/, '')
    .replaceAll(/[{}*]/g, '')
    .replaceAll('/', '-') || 'root'
