import type { z } from 'zod'
import type { Scope } from '../keys.ts'
import type { RateClass } from '../limits.ts'
import type { RefusalCode } from '../refusals.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** As OpenAPI writes it: `/api/gen/media/{id}`. */
  path: string
  /** The chapter of the reference that it stands in. */
  chapter: Chapter
  summary: string
  /** `open` needs no key; `key` needs an API key with the scope; `session` needs the dashboard's cookie. */
  auth: 'open' | 'key' | 'session'
  scope?: Scope
  limit?: RateClass
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** How many names its JSON may have, where that is more than usual. */
  bodyKeys?: number
  /** Where the endpoint also takes multipart/form-data: its fields beside the one `file`. */
  form?: z.ZodObject
  /** Where the body is a file of lines instead, read as it is: its media types. */
  lines?: readonly string[]
  /** A request with a form counts in this class instead. */
  formLimit?: RateClass
  answer: { status: 200 | 201; description: string; type?: string; schema?: z.ZodType }
  /** Other answers than refusals: a redirect, a part of a file. */
  also?: { readonly [status: number]: string }
  /** Beyond those that every endpoint may give. */
  refusals?: readonly RefusalCode[]
}

export const chapters = [
  'Generation',
  'Media',
  'Credits',
  'Products',
  'Characters',
  'CEPs',
  'Knowledge',
  'Account',
  'Files',
  'Agent files',
  'Service',
] as const

export type Chapter = (typeof chapters)[number]

export const json = <T extends z.ZodType>(status: 200 | 201, description: string, schema: T) => ({
  status,
  description,
  schema,
})

/** What reading a JSON body may refuse. */
export const badBody = ['invalid_request', 'invalid_json', 'body_too_large'] as const

export const reads = { method: 'GET', auth: 'key', scope: 'read', limit: 'reads' } as const
export const writes = { method: 'POST', auth: 'key', scope: 'generate', limit: 'writes' } as const
