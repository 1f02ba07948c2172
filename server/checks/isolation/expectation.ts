import type { Identity } from './choose-identity.ts'
import type { IdInput, Operation } from './read-operations.ts'
import type { Trick } from './tricks.ts'

/** The allowed answers. `isEmpty`: a list must be empty. `isTool`: the result of a tool must be a failure. */
export type Expectation = { statuses: number[]; isEmpty?: boolean; isTool?: boolean }

const only = (...statuses: number[]): Expectation => ({ statuses })
const EMPTY_LIST: Expectation = { statuses: [200], isEmpty: true }

/** Where another user's id is answered differently from an absent one, and where not (D-31). */
function refusalsAt(operation: Operation, input: IdInput): { foreign: Expectation; absent: Expectation } {
  const { field } = input
  if (input.in === 'path') return { foreign: only(404), absent: only(404) }
  if (operation.plain.path === '/api/agent/ceps') return { foreign: only(403), absent: only(403) }
  if (['planCreatives', 'sendReport', 'requestErasure'].includes(operation.plain.name))
    return { foreign: only(404), absent: only(404) }
  if (input.in === 'query' || input.filters) return { foreign: EMPTY_LIST, absent: EMPTY_LIST }
  if (field === 'productPhotoReferenceIds') return { foreign: only(400), absent: only(400) }
  if (field === 'generatedMediaId' || field === 'mediaAssetId')
    return { foreign: only(404), absent: only(404) }
  return { foreign: only(403), absent: only(404) }
}

/** The allowed answers to one trick after authentication. */
export function expectOf(operation: Operation, input: IdInput, trick: Trick): Expectation {
  const { foreign, absent } = refusalsAt(operation, input)
  if (trick === 'foreign') return foreign
  if (input.in === 'path') return only(404)
  if (trick === 'unstorable') return either(only(400), absent)
  if (trick === 'mistyped') return only(400)
  const isSeveral = input.many === 'commas' || (input.filters && input.many === 'list')
  if (trick === 'wrong kind') return isSeveral ? EMPTY_LIST : only(400)
  return absent
}

/** Either of two wrong values may be found first. */
export const either = (one: Expectation, another: Expectation): Expectation => ({
  statuses: [...new Set([...one.statuses, ...another.statuses])],
  isEmpty: Boolean(one.isEmpty || another.isEmpty),
})

/** A tool is answered 200 and says in its result what its endpoint would refuse. */
export const inTool = ({ statuses, isEmpty = false }: Expectation): Expectation => ({
  statuses: [200],
  isEmpty,
  isTool: isEmpty || statuses.every((status) => status >= 400),
})

/** Authentication comes first; an impossible path is 404 even before that. */
export const withAuthentication = (
  { refused }: Identity,
  inside: Expectation,
  hasOddPath: boolean,
): Expectation => (refused === undefined ? inside : only(refused, ...(hasOddPath ? [404] : [])))
