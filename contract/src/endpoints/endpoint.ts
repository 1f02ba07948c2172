import type { z } from 'zod'
import type { Scope } from '../keys.ts'
import type { RateClass } from '../limits.ts'
import type { RefusalCode } from '../refusals.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** In OpenAPI syntax: `/api/gen/media/{id}`. */
  path: string
  /** Its chapter in the reference. */
  chapter: Chapter
  summary: string
  /** `key` requires an API key with the scope, if any, `session` the dashboard’s cookie, `open` nothing. */
  auth: 'open' | 'key' | 'session'
  scope?: Scope
  /** With `key`: also takes access tokens of OAuth clients, and says in a 401 how to get one. */
  tokens?: true
  /** With `key`: a key that has ended is answered 401 and not 403, so that an agent host asks for another. */
  asksAgain?: true
  /** With `session`: also for users who still have to switch a second factor on. */
  beforeFactor?: true
  /** Only for sessions of admins; for everybody else it does not exist. */
  admin?: true
  limit?: RateClass
  /** Reads or writes a large part of what a user has. Counted in the class `heavy`, too. */
  heavy?: true
  params?: z.ZodObject
  query?: z.ZodObject
  /** The parameters of its query that may be sent several times; their schemas read a text or a list. */
  repeats?: readonly string[]
  body?: z.ZodObject
  /** The limit of keys in its JSON body, if higher than the default. */
  bodyKeys?: number
  /** The texts of its JSON body are checked by the endpoints that they are passed on to. */
  passesOn?: true
  /** If the endpoint also takes multipart/form-data: its fields other than `file`. */
  form?: z.ZodObject
  /** If the body is application/x-www-form-urlencoded: its fields. */
  encoded?: z.ZodObject
  /** If the body is a text of lines instead of JSON: its media types. */
  lines?: readonly string[]
  /** The rate class of requests with a form, if different. */
  formLimit?: RateClass
  answer: { status: 200 | 201; description: string; type?: string; schema?: z.ZodType }
  /** Further responses that are not refusals: a redirect, a part of a file. */
  also?: { readonly [status: number]: string }
  /** Another form of its errors, where the protocol that it speaks demands it. */
  otherError?: z.ZodType
  /** Refusals other than those common to all endpoints. */
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
  'Billing',
  'Dashboard',
  'Administration',
  'OAuth',
  'Files',
  'MCP',
  'Agent files',
  'Service',
] as const

export type Chapter = (typeof chapters)[number]

export const json = <T extends z.ZodType>(status: 200 | 201, description: string, schema: T) => ({
  status,
  description,
  schema,
})

/** The refusals of reading a JSON body. */
export const badBody = ['invalid_request', 'invalid_json', 'body_too_large'] as const

export const reads = { method: 'GET', auth: 'key', scope: 'read', limit: 'reads' } as const
export const writes = { method: 'POST', auth: 'key', scope: 'generate', limit: 'writes' } as const
