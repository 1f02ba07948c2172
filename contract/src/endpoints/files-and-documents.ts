import { z } from 'zod'
import { type Endpoint, json } from './endpoint.ts'

const file = {
  method: 'GET',
  auth: 'open',
  chapter: 'Files',
  params: z.object({
    file: z
      .string()
      .meta({ example: 'med_4cVbN0aRkQ2sX8mLtZ1yPw.png' })
      .describe('The id of the media, photo or upload, and the ending of its type'),
  }),
  query: z.object({
    download: z.string().optional().meta({ description: '1: sent as an attachment' }),
  }),
  also: {
    302: 'The file is at the address in Location, for a minute; only where the operator has set this up',
    206: 'The requested range of the file',
    304: 'The file has not changed since the ETag in If-None-Match',
    416: 'The requested range is beyond the end of the file',
  },
} as const

const open = { method: 'GET', auth: 'open', chapter: 'Service' } as const

export const filesAndDocuments = {
  serveGenerated: {
    ...file,
    path: '/api/photos/serve/generated/{file}',
    summary: 'The file of a completed media, at its permanent URL',
    answer: { status: 200, description: 'The bytes', type: '*/*' },
    refusals: ['not_found', 'file_removed', 'erased', 'rate_limited'],
  },
  serveThumbnail: {
    ...file,
    path: '/api/photos/serve/thumbnails/{file}',
    summary: 'The thumbnail of a completed media: JPEG, longest side 512 pixels',
    answer: {
      status: 200,
      description: 'The bytes',
      type: 'image/jpeg',
    },
    refusals: ['not_found', 'file_removed', 'erased', 'rate_limited'],
  },
  serveRendition: {
    ...file,
    path: '/api/photos/serve/renditions/{file}',
    summary: 'A completed image in the ratio of a placement, as JPEG; `uploadKit.renditions` names its URLs',
    params: z.object({
      file: z.string().meta({
        description: 'The id of the media, the placement, and `crop` or `pad`',
        example: 'med_4cVbN0aRkQ2sX8mLtZ1yPw-feed_portrait-crop.jpg',
      }),
    }),
    answer: { status: 200, description: 'The bytes', type: 'image/jpeg' },
    refusals: ['not_found', 'file_removed', 'erased', 'rate_limited'],
  },
  serveUpload: {
    ...file,
    path: '/api/photos/serve/uploads/{file}',
    summary: 'A photo or an upload, as cleaned and stored',
    answer: { status: 200, description: 'The bytes', type: '*/*' },
    refusals: ['not_found', 'file_removed', 'erased', 'rate_limited'],
  },
  readHealth: {
    ...open,
    path: '/health',
    summary: 'Whether the service can answer',
    answer: json(
      200,
      'The service can answer',
      z.object({ ok: z.literal(true).describe('Always true; otherwise the answer is an error') }),
    ),
  },
  readLiveness: {
    ...open,
    path: '/health/live',
    summary: 'Whether this process runs; it asks nothing else',
    answer: json(200, 'The process runs', z.object({ ok: z.literal(true).describe('Always true') })),
  },
  readReadiness: {
    ...open,
    path: '/health/ready',
    summary: 'Whether jobs can be produced now: database, storage, engine and workers work',
    answer: json(
      200,
      'Jobs can be produced',
      z.object({
        ok: z.literal(true).describe('Always true; otherwise the answer is an error'),
        accepts: z.boolean().meta({ description: 'false while new jobs are refused because of overload' }),
      }),
    ),
  },
  readVersion: {
    ...open,
    path: '/api/version',
    summary: 'The versions of the API, the client and the guide',
    answer: json(
      200,
      'The versions',
      z.object({
        version: z.string().describe('The version of the API'),
        clientVersion: z.string().describe('The version of the client for agents'),
        clientSha256: z
          .string()
          .meta({ description: 'SHA-256 of the file at `/api/mcp/svc_mcp.py`, in hexadecimal' }),
        guideVersion: z.string().describe('The version of the marketing guide'),
      }),
    ),
  },
  readOpenapi: {
    ...open,
    path: '/openapi.json',
    summary: 'The API as OpenAPI',
    answer: { status: 200, description: 'OpenAPI 3.1', type: 'application/json' },
  },
  readDocs: {
    ...open,
    path: '/docs',
    summary: 'The API reference as a web page',
    answer: { status: 200, description: 'The page', type: 'text/html' },
  },
  readLlms: {
    ...open,
    path: '/llms.txt',
    summary: 'The API for language models',
    answer: { status: 200, description: 'Markdown', type: 'text/plain' },
  },
} as const satisfies Record<string, Endpoint>
