import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Endpoint } from '@atelier/contract'
import type { Caller, LiveSession } from '#access/identity'
import type { App } from '#platform/app'
import type { Form } from './receive-form.ts'
import type { Lines } from './receive-lines.ts'

/**
 * What a handler is given. `caller` is there exactly when the endpoint asks for a key, `session` when it asks
 * for one.
 */
export type Call<Who = Caller | undefined> = {
  app: App
  caller: Who
  session: LiveSession | undefined
  /** Where it comes from, as far as our own proxies tell. */
  address: string
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  params: Record<string, string>
  query: Record<string, string | undefined>
  headers: IncomingHttpHeaders
  /** The JSON body; refuses when it is none. */
  body: () => unknown
  /** Whether the body is multipart/form-data. */
  isForm: boolean
  /** Reads the form of an endpoint that has one; refuses when it is none. Its file ends with the call. */
  form: () => Promise<Form>
  /** Reads the lines of an endpoint that takes such a body; refuses what is of another type or no text. */
  lines: () => Promise<Lines>
}

export type Answer = {
  status: number
  body?: unknown
  stream?: Readable
  headers?: Record<string, string>
}

/** A route is a doorman: parse, one verb, answer. */
export type Route = { endpoint: Endpoint; handle: (call: Call) => Promise<Answer> }

/** A route behind a key: its handler is given the caller for certain. */
export const keyRoute = (
  endpoint: Endpoint & { auth: 'key' },
  handle: (call: Call<Caller>) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })

/** A route of the dashboard: its handler is given the session for certain. */
export const sessionRoute = (
  endpoint: Endpoint & { auth: 'session' },
  handle: (call: Call<undefined> & { session: LiveSession }) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })

export const publicRoute = (
  endpoint: Endpoint & { auth: 'open' },
  handle: (call: Call<undefined>) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })
