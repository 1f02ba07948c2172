import { z } from 'zod'
import { Credits, CreditsQuery, LedgerVerdict } from './credits.ts'
import type { RateClass } from './limits.ts'
import { ImageBody, Media, SubmitAnswer } from './media.ts'
import { ImageList, ImagesQuery, idParams, MediaList, MediaQuery } from './paging.ts'
import type { RefusalCode } from './refusals.ts'

export type Scope = 'read' | 'generate' | 'cep' | 'knowledge'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** As OpenAPI writes it: `/api/gen/media/{id}`. */
  path: string
  summary: string
  /** `open` needs no key; `key` needs an API key with the scope. */
  auth: 'open' | 'key'
  scope?: Scope
  limit?: RateClass
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  answer: { status: 200 | 201; description: string; type?: string; schema?: z.ZodType }
  /** Beyond those that every endpoint may give. */
  refusals?: RefusalCode[]
}

const json = <T extends z.ZodType>(status: 200 | 201, description: string, schema: T) => ({
  status,
  description,
  schema,
})

/** The whole interface as a value: the server mounts it, OpenAPI is written from it. */
export const endpoints = {
  submitImage: {
    method: 'POST',
    path: '/api/gen/image',
    summary: 'Submit an image job; poll the answer’s pollUrl until it is completed',
    auth: 'key',
    scope: 'generate',
    limit: 'submits',
    body: ImageBody,
    answer: json(201, 'The job, charged and on its way', SubmitAnswer),
    refusals: [
      'invalid_request',
      'invalid_json',
      'body_too_large',
      'insufficient_credits',
      'client_ref_conflict',
      'client_ref_in_progress',
      'provider_unavailable',
      'provider_rejected',
    ],
  },
  listImages: {
    method: 'GET',
    path: '/api/gen/image',
    summary: 'Your images, newest first, with the file under imageUrl',
    auth: 'key',
    scope: 'read',
    limit: 'reads',
    query: ImagesQuery,
    answer: json(200, 'One page of images', ImageList),
    refusals: ['invalid_request'],
  },
  listMedia: {
    method: 'GET',
    path: '/api/gen/media',
    summary: 'Your media, newest first',
    auth: 'key',
    scope: 'read',
    limit: 'reads',
    query: MediaQuery,
    answer: json(200, 'One page of media', MediaList),
    refusals: ['invalid_request'],
  },
  pollMedia: {
    method: 'GET',
    path: '/api/gen/media/{id}',
    summary: 'How a job stands, what it cost and what to do next',
    auth: 'key',
    scope: 'read',
    limit: 'reads',
    params: idParams('media'),
    answer: json(200, 'The media', Media),
    refusals: ['not_found'],
  },
  readCredits: {
    method: 'GET',
    path: '/api/gen/credits',
    summary: 'The balance and every movement behind it, newest first',
    auth: 'key',
    scope: 'read',
    limit: 'reads',
    query: CreditsQuery,
    answer: json(200, 'The balance and one page of transactions', Credits),
    refusals: ['invalid_request'],
  },
  verifyCredits: {
    method: 'GET',
    path: '/api/gen/credits/verify',
    summary: 'Recompute your whole chain of transactions',
    auth: 'key',
    scope: 'read',
    limit: 'reads',
    answer: json(200, 'Whether every entry is as it was written', LedgerVerdict),
  },
  serveGenerated: {
    method: 'GET',
    path: '/api/photos/serve/generated/{file}',
    summary: 'The file of a finished media, at its permanent address',
    auth: 'open',
    params: z.object({ file: z.string() }),
    answer: { status: 200, description: 'The bytes; 206 for a Range', type: 'image/png' },
    refusals: ['not_found'],
  },
  serveThumbnail: {
    method: 'GET',
    path: '/api/photos/serve/thumbnails/{file}',
    summary: 'The thumbnail of a finished media: JPEG, longest side 512',
    auth: 'open',
    params: z.object({ file: z.string() }),
    answer: { status: 200, description: 'The bytes; 206 for a Range', type: 'image/jpeg' },
    refusals: ['not_found'],
  },
  readHealth: {
    method: 'GET',
    path: '/health',
    summary: 'Whether this process can answer',
    auth: 'open',
    answer: json(200, 'It can', z.object({ ok: z.literal(true) })),
  },
  readVersion: {
    method: 'GET',
    path: '/api/version',
    summary: 'The versions of the interface, the client and the guide',
    auth: 'open',
    answer: json(
      200,
      'The versions',
      z.object({ version: z.string(), clientVersion: z.string(), guideVersion: z.string() }),
    ),
  },
  readOpenapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    auth: 'open',
    answer: { status: 200, description: 'OpenAPI 3.1', type: 'application/json' },
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
