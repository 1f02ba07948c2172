import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { modeParams, OWNER_PATH } from './owner-path.ts'

const TWINNED = /^\/api\/(?=gen\/|agent\/)/

/** The same endpoint for a session: same method, schemas and handler, with the mode in its path. */
export type Twin = Endpoint & { auth: 'session'; twinOf: EndpointName }

function twinOf(name: EndpointName): Twin {
  const { scope: _, ...shared }: Endpoint = endpoints[name]
  return {
    ...shared,
    auth: 'session',
    path: shared.path.replace(TWINNED, OWNER_PATH),
    chapter: 'Dashboard',
    params: modeParams.extend(shared.params?.shape ?? {}),
    // A session has no budget, and another mode is a path that does not exist.
    refusals: [...(shared.refusals ?? []).filter((code) => code !== 'budget_exceeded'), 'not_found'],
    twinOf: name,
  }
}

const names = Object.keys(endpoints) as EndpointName[]

/**
 * The endpoints under `/api/gen` and `/api/agent` once more, for the pages of the dashboard. They are derived
 * from the table, so an endpoint that is added there has its twin at once.
 */
export const twins: readonly Twin[] = names.filter((name) => TWINNED.test(endpoints[name].path)).map(twinOf)
