import { ChangesAnswer, ChangesQuery } from '../dashboard.ts'
import { type Endpoint, json } from './endpoint.ts'
import { modeParams } from './owner-path.ts'

const read = {
  method: 'GET',
  auth: 'session',
  chapter: 'Dashboard',
  limit: 'reads',
  params: modeParams,
} as const

/** What only the pages of the dashboard call, besides the twins. */
export const dashboard = {
  readChanges: {
    ...read,
    path: '/api/owner/{mode}/changes',
    summary: 'List the media that wait now, and those that were finished, removed or erased since a cursor',
    query: ChangesQuery,
    answer: json(200, 'The changes, newest last', ChangesAnswer),
    also: { 304: 'Nothing changed since the ETag in If-None-Match; keep the cursor' },
    refusals: ['invalid_request', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>
