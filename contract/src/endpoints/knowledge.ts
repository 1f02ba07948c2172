import { DriftPage, DriftQuery, HistoryPage, HistoryQuery } from '../history.ts'
import { idParams } from '../ids.ts'
import { ROWS_PER_REPORT } from '../limits.ts'
import {
  ImportAnswer,
  NoteAnswer,
  NoteBody,
  NoteList,
  ReviewBody,
  ThresholdsAnswer,
  ThresholdsBody,
} from '../memory.ts'
import { PageQuery } from '../paging.ts'
import { PatternPage, PatternsQuery } from '../patterns.ts'
import { PlanAnswer, PlanQuery } from '../plans.ts'
import { RecallAnswer, RecallQuery, SearchPage, SearchQuery } from '../recall.ts'
import { ReportAnswer, ReportBody } from '../reports.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const behindKnowledge = { auth: 'key', scope: 'knowledge', chapter: 'Knowledge' } as const
const asked = { ...behindKnowledge, method: 'GET', limit: 'reads' } as const
const owners = { auth: 'session', chapter: 'Knowledge', limit: 'writes' } as const
const badQuery = ['invalid_request', 'wrong_id_kind'] as const

export const knowledge = {
  sendReport: {
    ...behindKnowledge,
    method: 'POST',
    path: '/api/agent/reports',
    summary: 'Hand in what an ad did, as rows, or what somebody says it did, as a claim',
    limit: 'reports',
    body: ReportBody,
    // Each row with its fields, and as many again that mean nothing to us.
    bodyKeys: 30 * ROWS_PER_REPORT,
    answer: json(201, 'All rows are kept, and what became of them', ReportAnswer),
    refusals: [...badBody, 'wrong_id_kind', 'not_found', 'idempotency_conflict'],
  },
  searchKnowledge: {
    ...asked,
    path: '/api/agent/knowledge/search',
    summary: 'Search everything that is remembered, in any language',
    query: SearchQuery,
    answer: json(200, 'One page of hits, the best first', SearchPage),
    refusals: badQuery,
  },
  readHistory: {
    ...asked,
    path: '/api/agent/knowledge/history',
    summary: 'What ran and how it did: sums, claims, and how the two agree',
    query: HistoryQuery,
    answer: json(200, 'One page, what was reported last first', HistoryPage),
    refusals: badQuery,
  },
  readPatterns: {
    ...asked,
    path: '/api/agent/knowledge/patterns',
    summary: 'Which ingredients win, ranked by what is certain about them',
    query: PatternsQuery,
    answer: json(200, 'One page, the best proven first', PatternPage),
    refusals: badQuery,
  },
  readDrift: {
    ...asked,
    path: '/api/agent/knowledge/drift',
    summary: 'Where claims and observations differ, and how far each reporter can be trusted',
    query: DriftQuery,
    answer: json(200, 'One page, the newest claim first', DriftPage),
    refusals: badQuery,
  },
  recallKnowledge: {
    ...asked,
    path: '/api/agent/knowledge/recall',
    summary: 'A few relevant lines for a prompt, fenced as data, or nothing',
    query: RecallQuery,
    answer: json(200, 'At most 5 lines and 400 tokens', RecallAnswer),
    refusals: badQuery,
  },
  planCreatives: {
    ...asked,
    path: '/api/agent/knowledge/plan',
    summary: 'What to make next for a product, and why',
    query: PlanQuery,
    answer: json(200, 'The plan of today', PlanAnswer),
    refusals: [...badQuery, 'not_found'],
  },
  listNotes: {
    ...asked,
    path: '/api/agent/knowledge/notes',
    summary: 'Notes of the owner, and what agents wrote with their claims',
    query: PageQuery,
    answer: json(200, 'One page, newest first', NoteList),
    refusals: ['invalid_request'],
  },
  writeNote: {
    ...owners,
    method: 'POST',
    path: '/api/agent/knowledge/notes',
    summary: 'Write down what agents shall remember',
    body: NoteBody,
    answer: json(201, 'The note', NoteAnswer),
    refusals: badBody,
  },
  reviewNote: {
    ...owners,
    method: 'POST',
    path: '/api/agent/knowledge/notes/{id}/review',
    summary: 'Accept, reject, undo, pin or unpin a note',
    params: idParams('note'),
    body: ReviewBody,
    answer: json(200, 'The note as it stands now', NoteAnswer),
    refusals: [...badBody, 'not_found'],
  },
  exportKnowledge: {
    ...asked,
    path: '/api/agent/knowledge/export',
    summary: 'Everything that was handed in, one JSON object in each line',
    answer: {
      status: 200,
      description: 'The lines: thresholds, ads, rows, claims, notes',
      type: 'application/x-ndjson',
    },
  },
  importKnowledge: {
    ...owners,
    method: 'POST',
    path: '/api/agent/knowledge/import',
    summary: 'Take in the lines of an export, or the CSV that the advertising platform exports',
    lines: ['application/x-ndjson', 'text/csv'],
    answer: json(200, 'How many lines were new', ImportAnswer),
    refusals: ['invalid_request', 'body_too_large'],
  },
  readThresholds: {
    auth: 'session',
    chapter: 'Knowledge',
    limit: 'reads',
    method: 'GET',
    path: '/api/account/thresholds',
    summary: 'From when on a result counts',
    answer: json(200, 'The thresholds of this account', ThresholdsAnswer),
  },
  changeThresholds: {
    ...owners,
    method: 'PATCH',
    path: '/api/account/thresholds',
    summary: 'Change from when on a result counts',
    body: ThresholdsBody,
    answer: json(200, 'The thresholds as they are now', ThresholdsAnswer),
    refusals: badBody,
  },
} as const satisfies Record<string, Endpoint>
