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

const withKnowledgeScope = { auth: 'key', scope: 'knowledge', chapter: 'Knowledge' } as const
const knowledgeRead = { ...withKnowledgeScope, method: 'GET', limit: 'reads' } as const
const ownerWrite = { auth: 'session', chapter: 'Knowledge', limit: 'writes' } as const
const badQuery = ['invalid_request', 'wrong_id_kind'] as const

export const knowledge = {
  sendReport: {
    ...withKnowledgeScope,
    method: 'POST',
    path: '/api/agent/reports',
    summary: 'Report results of an ad: daily rows, or a claim',
    limit: 'reports',
    body: ReportBody,
    // Room for the fields of each row and as many unknown ones.
    bodyKeys: 30 * ROWS_PER_REPORT,
    answer: json(201, 'The stored report', ReportAnswer),
    refusals: [...badBody, 'wrong_id_kind', 'not_found', 'idempotency_conflict', 'quota_exceeded'],
  },
  searchKnowledge: {
    ...knowledgeRead,
    path: '/api/agent/knowledge/search',
    heavy: true,
    summary: 'Search the campaign knowledge, in any language',
    query: SearchQuery,
    repeats: ['q'],
    answer: json(200, 'One page of hits, best first', SearchPage),
    refusals: badQuery,
  },
  readHistory: {
    ...knowledgeRead,
    path: '/api/agent/knowledge/history',
    summary: 'List what ran and its results: sums, claims and the drift between them',
    query: HistoryQuery,
    answer: json(200, 'One page, latest report first', HistoryPage),
    refusals: badQuery,
  },
  readPatterns: {
    ...knowledgeRead,
    path: '/api/agent/knowledge/patterns',
    summary: 'List the ingredients that win, ranked by evidence',
    query: PatternsQuery,
    answer: json(200, 'One page, best proven first', PatternPage),
    refusals: badQuery,
  },
  readDrift: {
    ...knowledgeRead,
    path: '/api/agent/knowledge/drift',
    summary: 'Compare claims with observations, with the trust in each reporter',
    query: DriftQuery,
    answer: json(200, 'One page, latest claim first', DriftPage),
    refusals: badQuery,
  },
  recallKnowledge: {
    ...knowledgeRead,
    path: '/api/agent/knowledge/recall',
    summary: 'Recall a few relevant lines for a prompt, fenced as data',
    query: RecallQuery,
    answer: json(200, 'At most 5 lines and 400 tokens', RecallAnswer),
    refusals: badQuery,
  },
  planCreatives: {
    ...knowledgeRead,
    path: '/api/agent/knowledge/plan',
    summary: 'Plan what to make next for a product, with reasons',
    query: PlanQuery,
    answer: json(200, 'The plan for today', PlanAnswer),
    refusals: [...badQuery, 'not_found'],
  },
  listNotes: {
    ...knowledgeRead,
    path: '/api/agent/knowledge/notes',
    summary: 'List the notes of the owner and of agents',
    query: PageQuery,
    answer: json(200, 'One page, newest first', NoteList),
    refusals: ['invalid_request'],
  },
  writeNote: {
    ...ownerWrite,
    method: 'POST',
    path: '/api/agent/knowledge/notes',
    summary: 'Write a note that agents find in search and recall',
    body: NoteBody,
    answer: json(201, 'The note', NoteAnswer),
    refusals: [...badBody, 'quota_exceeded'],
  },
  reviewNote: {
    ...ownerWrite,
    method: 'POST',
    path: '/api/agent/knowledge/notes/{id}/review',
    summary: 'Accept, reject, undo, pin or unpin a note',
    params: idParams('note'),
    body: ReviewBody,
    answer: json(200, 'The note after the review', NoteAnswer),
    refusals: [...badBody, 'not_found'],
  },
  exportKnowledge: {
    ...knowledgeRead,
    path: '/api/agent/knowledge/export',
    heavy: true,
    summary: 'Export everything that was reported, one JSON object per line',
    answer: {
      status: 200,
      description: 'The lines: thresholds, ads, rows, claims, notes',
      type: 'application/x-ndjson',
    },
  },
  importKnowledge: {
    ...ownerWrite,
    method: 'POST',
    path: '/api/agent/knowledge/import',
    heavy: true,
    summary: 'Import the lines of an export, or the CSV export of the advertising platform',
    lines: ['application/x-ndjson', 'text/csv'],
    answer: json(200, 'The number of imported and skipped lines', ImportAnswer),
    refusals: ['invalid_request', 'body_too_large', 'quota_exceeded'],
  },
  readThresholds: {
    auth: 'session',
    chapter: 'Knowledge',
    limit: 'reads',
    method: 'GET',
    path: '/api/account/thresholds',
    summary: 'Read the thresholds from which a result counts',
    answer: json(200, 'The thresholds', ThresholdsAnswer),
  },
  changeThresholds: {
    ...ownerWrite,
    method: 'PATCH',
    path: '/api/account/thresholds',
    summary: 'Change the thresholds from which a result counts',
    body: ThresholdsBody,
    answer: json(200, 'The changed thresholds', ThresholdsAnswer),
    refusals: badBody,
  },
} as const satisfies Record<string, Endpoint>
