import type { Route } from './provider.ts'

/** The first route that fits, with the named parts of its path. */
export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    if (route.method !== method) continue
    const params = matchPath(route.path, path)
    if (params) return { route, params }
  }
  return undefined
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.slice(1).split('/')
  const given = path.slice(1).split('/')
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index]
    if (part.startsWith('*')) {
      const rest = given.slice(index).join('/')
      return rest === '' ? undefined : { ...params, [part.slice(1)]: rest }
    }
    if (value === undefined || value === '') return undefined
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return given.length === wanted.length ? params : undefined
}
