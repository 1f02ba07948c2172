import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Endpoint, Twin } from '@atelier/contract'
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
 * What a handler gets. `session` is set exactly when the endpoint requires a session; `caller` when it
 * requires a key or a session, whose owner it then is.
 */
export type Call<Path extends string = string, CallerType = Caller | undefined> = {
  app: App
  caller: CallerType
  session: LiveSession | undefined
  /** The IP address of the client, as reported by our own proxies. */
  address: string
  /** Looks a file up and opens it, in turn. Refuses when the client's network has too many open. */
  openFile: <T>(work: () => Promise<T>) => Promise<T>
  /** Call it before opening a file for the response; the stream that it returns is the one to send. */
  takeFileTurn: () => (file: Readable) => Readable
  /** Aborted when the caller closes its connection before it has the whole response. */
  signal: AbortSignal
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  params: ParamsOf<Path>
  query: Record<string, string | undefined>
  headers: IncomingHttpHeaders
  /** The JSON body; refuses an invalid one. */
  body: () => unknown
  /** The bytes of a body of any kind, for an endpoint that takes none otherwise; refuses a larger one. */
  readBytes: (bytesMax: number) => Promise<Buffer>
  /** Whether the body is multipart/form-data. */
  isForm: boolean
  /** Reads the form, if the endpoint takes one; refuses an invalid one. Removes its file after the call. */
  form: () => Promise<Form>
  /** Reads the fields of an urlencoded body, if the endpoint takes them; refuses other content types. */
  encoded: () => Promise<Record<string, string>>
  /** Reads the lines, if the endpoint takes them; refuses other content types and bytes that are not text. */
  lines: () => Promise<Lines>
  /**
   * Calls another endpoint as this caller, inside this process. Scope, limits, checks and answer are those of
   * a request from outside; a refusal is an answer.
   */
  callInside: (endpoint: Endpoint, request: InnerRequest) => Promise<Answer>
}

/** What a handler sends to another endpoint: the parts of a request that were no text yet. */
export type InnerRequest = {
  params?: Record<string, string>
  query?: Record<string, string | string[]>
  body?: Record<string, unknown>
  form?: Form
}

export type Answer = {
  status: number
  body?: unknown
  /** Sent as it is, with the content type in the headers. */
  text?: string
  stream?: Readable
  headers?: Record<string, string>
}

/** A route is a thin adapter: it parses, calls one function and answers. */
export type Route = {
  endpoint: Endpoint
  handle: (call: Call) => Promise<Answer>
  /** Who calls, where the address itself carries the right to call; refuses a wrong one. */
  identify?: (app: App, params: Record<string, string>) => Promise<Caller>
  /** Turns a request away before its key is looked at, by its headers. */
  guard?: (app: App, headers: IncomingHttpHeaders) => Answer | undefined
}

/** A route that requires an API key; its handler gets the caller. */
export const keyRoute = <Path extends string>(
  endpoint: Endpoint & { auth: 'key'; path: Path },
  handle: (call: Call<Path, Caller>) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })

/** A route that requires a dashboard session; its handler gets the session. */
export const sessionRoute = <Path extends string>(
  endpoint: Endpoint & { auth: 'session'; path: Path },
  handle: (call: Call<Path, undefined> & { session: LiveSession }) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })

/** A route once more for sessions, with the same handler. Its path has the mode that the caller acts in. */
export const twinRoute = ({ handle }: Route, twin: Twin): Route => ({ endpoint: twin, handle })

/** A route without authentication. */
export const publicRoute = <Path extends string>(
  endpoint: Endpoint & { auth: 'open'; path: Path },
  handle: (call: Call<Path, undefined>) => Promise<Answer>,
): Route => ({ endpoint, handle: handle as Route['handle'] })
