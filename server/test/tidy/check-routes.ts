import { posix } from 'node:path'
import type { Endpoint } from '@atelier/contract'
import type { Route } from '../../src/http/index.ts'

/** The one address that is not of the interface: providers call it. */
const CALLBACK = 'POST /cb/{provider}/{id}'

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/**
 * Nobody reaches a route by accident: each says who may call it, and behind a key with which scope and how
 * often.
 */
export function checkRouteGuards(routes: Route[]): string[] {
  return routes.flatMap(({ endpoint }) => {
    const { auth, scope, limit } = endpoint
    const name = nameOf(endpoint)
    if (auth !== 'open' && auth !== 'key') return [`${name}: say auth: 'open' or 'key' in the contract`]
    if (auth === 'open' && scope) return [`${name}: it is open, so a scope protects nothing`]
    if (auth === 'key' && !scope) return [`${name}: say which scope a key needs for it`]
    if (auth === 'key' && !limit) return [`${name}: say in which class of the rate limit it counts`]
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
      .filter((one) => !known.has(one) && nameOf(one) !== CALLBACK)
      .map((one) => `${nameOf(one)} is not in the contract: add it to endpoints.ts`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is served twice`),
  ]
}

/** `gen-media-id.get.ts` serves GET /api/gen/media/{id}: the listing of the folder is the interface. */
export function checkRouteFile(path: string, exported: unknown[], routes: Route[]): string[] {
  const [stem = '', method = ''] = posix.basename(path, '.ts').split('.')
  const own = routes.filter((route) => exported.includes(route))
  if (own.length === 0) return [`${path}: its route is not in routes/index.ts`]
  return own
    .map(({ endpoint }) => endpoint)
    .filter((one) => one.method.toLowerCase() !== method || !wordsOf(one.path).startsWith(stem))
    .map((one) => `${path}: call the file ${wordsOf(one.path)}.${one.method.toLowerCase()}.ts`)
}

const wordsOf = (path: string): string =>
  path
    .replace(/^\/(api\/)?/, '')
    .replace(/\.json$/, '')
    .replaceAll(/[{}]/g, '')
    .replaceAll('/', '-')
