import {
  CepAnswer,
  CepBody,
  CepList,
  CepsQuery,
  DeletedCep,
  TopicAnswer,
  TopicBody,
  TopicList,
} from '../ceps.ts'
import { idParams } from '../ids.ts'
import { PageQuery } from '../paging.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const withCepScope = { auth: 'key', scope: 'cep' } as const

export const ceps = {
  createCep: {
    ...withCepScope,
    method: 'POST',
    path: '/api/agent/ceps',
    chapter: 'CEPs',
    summary: 'Create a CEP (customer entry point) for a product or topic',
    limit: 'ceps',
    body: CepBody,
    answer: json(201, 'The CEP and similar existing ones', CepAnswer),
    refusals: [...badBody, 'wrong_id_kind', 'not_owner', 'cep_limit_reached'],
  },
  listCeps: {
    ...withCepScope,
    method: 'GET',
    path: '/api/agent/ceps',
    chapter: 'CEPs',
    summary: 'List the active CEPs of a product or topic, oldest first',
    limit: 'reads',
    query: CepsQuery,
    answer: json(200, 'All active CEPs', CepList),
    refusals: ['invalid_request', 'wrong_id_kind', 'not_owner'],
  },
  deleteCep: {
    ...withCepScope,
    method: 'DELETE',
    path: '/api/agent/ceps/{id}',
    chapter: 'CEPs',
    summary: 'Delete a CEP, which frees its place under the limit',
    limit: 'writes',
    params: idParams('cep'),
    answer: json(200, 'The CEP is deleted', DeletedCep),
    refusals: ['not_found'],
  },
  createTopic: {
    ...withCepScope,
    method: 'POST',
    path: '/api/agent/topics',
    chapter: 'CEPs',
    summary: 'Create a topic: an idea space without a product',
    limit: 'writes',
    body: TopicBody,
    answer: json(201, 'The topic', TopicAnswer),
    refusals: badBody,
  },
  listTopics: {
    ...withCepScope,
    method: 'GET',
    path: '/api/agent/topics',
    chapter: 'CEPs',
    summary: 'List your topics, newest first',
    limit: 'reads',
    query: PageQuery,
    answer: json(200, 'One page of topics', TopicList),
    refusals: ['invalid_request'],
  },
} as const satisfies Record<string, Endpoint>
