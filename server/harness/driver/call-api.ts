import { Agent, type Dispatcher, type FormData, request } from 'undici'

export type ApiRequest = {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  form?: FormData
  /** Sent as it is; its content type is in `headers`. */
  text?: string
  timeoutMs?: number
}

export type ApiResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The parsed JSON; undefined when the answer has none. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows what an answer holds.
  body: any
}

/** Where requests go, and what is sent with each of them. */
export type ApiTarget = { baseUrl: string; headers: Record<string, string>; dispatcher?: Dispatcher }

/** The default one may be that of Node itself, which does not understand the forms of this package. */
const ours = new Agent()

/** Throws only when there is no answer: every status is returned. */
export async function sendRequest(
  { baseUrl, headers: identity, dispatcher = ours }: ApiTarget,
  method: string,
  path: string,
  { headers, body, form, text, timeoutMs }: ApiRequest = {},
): Promise<ApiResponse> {
  const answer = await request(`${baseUrl}${path}`, {
    method: method as Dispatcher.HttpMethod,
    headers: {
      ...identity,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ?? text ?? (body === undefined ? null : JSON.stringify(body)),
    dispatcher,
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const received = await answer.body.text()
  const isJson = String(answer.headers['content-type']).includes('json') && received !== ''
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: received,
    body: isJson ? JSON.parse(received) : undefined,
  }
}

/** A connection that was open and is closed by the other side; not one that was refused or given up. */
export const isCutOff = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes((error as { code?: string }).code ?? '')

export class UnexpectedStatus extends Error {
  readonly status: number

  constructor(method: string, path: string, { status, text }: ApiResponse) {
    super(`${method} ${path} was answered ${status}: ${text}`)
    this.status = status
  }
}

/** Returns the body of the answer; throws an UnexpectedStatus unless it is a success. */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows what an answer holds.
export type CallApi = (method: string, path: string, request?: ApiRequest) => Promise<any>

/** Calls with the identity that the headers carry. */
export const callAs =
  (baseUrl: string, headers: Record<string, string>, dispatcher?: Dispatcher): CallApi =>
  async (method, path, apiRequest) => {
    const target = { baseUrl, headers, ...(dispatcher && { dispatcher }) }
    const response = await sendRequest(target, method, path, apiRequest)
    if (response.status >= 300) throw new UnexpectedStatus(method, path, response)
    return response.body
  }
