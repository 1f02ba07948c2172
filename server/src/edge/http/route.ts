import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Endpoint } from '@atelier/contract'
import type { Caller, LiveSession } from '#access/identity'
import type { App } from '#platform/app'
import type { Form } from './receive-form.ts'
import type { Lines } from './receive-lines.ts'

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The parameters of a path: those of `/cb/{provider}/{id}` are `provider` and `id`. */
type ParamsOf<Path extends string> = Record<string extends Path ? string : ParamName<Path>, string>

/**
 * What a handler is given. `caller` is there exactly when the endpoint asks for a key, `session` when it asks
 * for one.
 */
export type Call<Path extends string = string, CallerType = Caller | undefined> = {
  app: App
  caller: CallerType
  session: LiveSession | undefined
  /** Where it comes from, as far as our own proxies tell. */
  address: string
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  params: ParamsOf<Path>
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
export const keyRoute = <Path extends string>(
  endpoint: Endpoint & { auth: 'key'; path: Path },
  handle: (call: Call<Path, Caller>) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })

/** A route of the dashboard: its handler is given the session for certain. */
export const sessionRoute = <Path extends string>(
  endpoint: Endpoint & { auth: 'session'; path: Path },
  handle: (call: Call<Path, undefined> & { session: LiveSession }) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })

export const publicRoute = <Path extends string>(
  endpoint: Endpoint & { auth: 'open'; path: Path },
  handle: (call: Call<Path, undefined>) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })
