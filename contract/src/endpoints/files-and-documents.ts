import { z } from 'zod'
import { type Endpoint, json } from './endpoint.ts'

const file = {
  method: 'GET',
  auth: 'open',
  chapter: 'Files',
  params: z.object({ file: z.string().meta({ example: 'med_4cVbN0aRkQ2sX8mLtZ1yPw.png' }) }),
  query: z.object({
    download: z.string().optional().meta({ description: '1: sent as an attachment, to be saved' }),
  }),
  also: {
    206: 'The part of the file that Range asked for',
    304: 'The file is still as If-None-Match says',
    416: 'The file ends before the part that Range asked for',
  },
} as const

const open = { method: 'GET', auth: 'open', chapter: 'Service' } as const

export const filesAndDocuments = {
  serveGenerated: {
    ...file,
    path: '/api/photos/serve/generated/{file}',
    summary: 'The file of a finished media, at its permanent address',
    answer: { status: 200, description: 'The bytes', type: '*/*' },
    refusals: ['not_found', 'file_removed'],
  },
  serveThumbnail: {
    ...file,
    path: '/api/photos/serve/thumbnails/{file}',
    summary: 'The thumbnail of a finished media: JPEG, longest side 512',
    answer: {
      status: 200,
      description: 'The bytes',
      type: 'image/jpeg',
    },
    refusals: ['not_found', 'file_removed'],
  },
  serveUpload: {
    ...file,
    path: '/api/photos/serve/uploads/{file}',
    summary: 'A photo or an upload, as it was cleaned and kept',
    answer: { status: 200, description: 'The bytes', type: '*/*' },
    refusals: ['not_found'],
  },
  readHealth: {
    ...open,
    path: '/health',
    summary: 'Whether this process can answer',
    answer: json(200, 'It can', z.object({ ok: z.literal(true) })),
  },
  readVersion: {
    ...open,
    path: '/api/version',
    summary: 'The versions of the interface, the client and the guide',
    answer: json(
      200,
      'The versions',
      z.object({
        version: z.string(),
        clientVersion: z.string(),
        clientSha256: z
          .string()
          .meta({ description: 'Of the file at `/api/mcp/svc_mcp.py`, in hexadecimal' }),
        guideVersion: z.string(),
      }),
    ),
  },
  readOpenapi: {
    ...open,
    path: '/openapi.json',
    summary: 'The interface for machines',
    answer: { status: 200, description: 'OpenAPI 3.1', type: 'application/json' },
  },
  readDocs: {
    ...open,
    path: '/docs',
    summary: 'The interface for people',
    answer: { status: 200, description: 'A page', type: 'text/html' },
  },
  readLlms: {
    ...open,
    path: '/llms.txt',
    summary: 'The interface for language models',
    answer: { status: 200, description: 'Markdown', type: 'text/plain' },
  },
} as const satisfies Record<string, Endpoint>
