import {
  ChangesAnswer,
  ChangesQuery,
  DaysQuery,
  LedgerAnswer,
  LedgerQuery,
  MediaDays,
  OwnedMediaList,
  OwnedMediaQuery,
  ResultDays,
  ReviewedNotes,
  ReviewedNotesQuery,
  SpendAnswer,
  SpendQuery,
  Timeline,
} from '../dashboard.ts'
import { idSchema } from '../ids.ts'
import { type Endpoint, json } from './endpoint.ts'
import { modeParams } from './owner-path.ts'

const read = {
  method: 'GET',
  auth: 'session',
  chapter: 'Dashboard',
  limit: 'reads',
  params: modeParams,
  refusals: ['invalid_request', 'not_found'],
} as const

/** What only the pages of the dashboard call, besides the twins. */
export const dashboard = {
  readChanges: {
    ...read,
    path: '/api/owner/{mode}/changes',
    limit: 'looks',
    summary: 'List the media that wait now, and those that were finished, removed or erased since a cursor',
    query: ChangesQuery,
    answer: json(200, 'The changes, newest last', ChangesAnswer),
    also: { 304: 'Nothing changed since the ETag in If-None-Match; keep the cursor' },
  },
  readSpend: {
    ...read,
    path: '/api/owner/{mode}/spend',
    heavy: true,
    summary: 'Sum what was spent on each UTC day, by key, product or model, from the ledger',
    query: SpendQuery,
    answer: json(200, 'One row per day and group, oldest first', SpendAnswer),
  },
  readLedger: {
    ...read,
    path: '/api/owner/{mode}/ledger',
    summary: 'Read the ledger from its first entry on, with all that is hashed',
    query: LedgerQuery,
    answer: json(200, 'Entries, oldest first', LedgerAnswer),
  },
  exportLedger: {
    ...read,
    path: '/api/owner/{mode}/ledger/csv',
    heavy: true,
    summary: 'Download the whole ledger as CSV, oldest entry first',
    answer: { status: 200, description: 'The entries', type: 'text/csv' },
  },
  listOwnedMedia: {
    ...read,
    path: '/api/owner/{mode}/media',
    summary: 'List your media with their keys and pixels, newest first',
    query: OwnedMediaQuery,
    answer: json(200, 'One page of media', OwnedMediaList),
    refusals: ['invalid_request', 'wrong_id_kind', 'not_found'],
  },
  countMedia: {
    ...read,
    path: '/api/owner/{mode}/media/days',
    heavy: true,
    summary: 'Count the jobs and files of each UTC day, by key',
    query: DaysQuery,
    answer: json(200, 'One row per day and key, oldest first', MediaDays),
  },
  readTimeline: {
    ...read,
    path: '/api/owner/{mode}/media/{id}/timeline',
    summary: 'Read what happened to a job, step by step',
    params: modeParams.extend({ id: idSchema('media').describe('The id of the media') }),
    answer: json(200, 'The steps, oldest first', Timeline),
    refusals: ['not_found', 'erased'],
  },
  listReviewedNotes: {
    ...read,
    path: '/api/owner/{mode}/notes',
    summary: 'List notes by their review, with the number of each',
    query: ReviewedNotesQuery,
    answer: json(200, 'One page, newest first', ReviewedNotes),
  },
  listResultDays: {
    ...read,
    path: '/api/owner/{mode}/history/{id}/days',
    summary: 'List the days behind a row of the history',
    params: modeParams.extend({ id: idSchema('history').describe('The id of the history row') }),
    answer: json(200, 'The days', ResultDays),
  },
} as const satisfies Record<string, Endpoint>
