import { expectMatch } from './expect.ts'

/** One response. `json` parses the text when it is read, so that a response without JSON fails only there. */
export class Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly text: string

  constructor(status: number, headers: Headers, text: string) {
    this.status = status
    this.headers = headers
    this.text = text
  }

  get json(): T {
    return JSON.parse(this.text)
  }
}

export type CallOptions = {
  key?: string
  bearer?: string
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/** How many responses came, and the first one that broke each promise about every response. */
export type Watched = { responses: number; broken: Map<string, string> }

export type Api = {
  readonly baseUrl: string
  readonly watched: Watched
  call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>
  /** For files: `url` may be absolute, and the body is not read. */
  fetch(method: string, url: string, options?: CallOptions): Promise<Response>
}

export const API_VERSION = '2026-11-14'
const CALL_TIMEOUT_MS = 60_000

export function openApi(baseUrl: string): Api {
  const watched: Watched = { responses: 0, broken: new Map() }
  const send = async (method: string, url: string, options: CallOptions = {}): Promise<Response> => {
    const response = await fetch(url.startsWith('http') ? url : baseUrl + url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...writeRequest(options),
    })
    const [path = ''] = url.split('?')
    watchHeaders(watched, { method, path, isForm: options.form !== undefined }, response)
    return response
  }
  return {
    baseUrl,
    watched,
    fetch: send,
    async call<T>(method: string, path: string, options?: CallOptions) {
      const response = await send(method, path, options)
      return new Answer<T>(response.status, response.headers, await response.text())
    },
  }
}

function writeRequest({ key, bearer, body, form, headers }: CallOptions): RequestInit {
  const sent: Record<string, string> = { ...headers }
  if (key) sent['x-api-key'] = key
  if (bearer) sent.authorization = `Bearer ${bearer}`
  if (form) return { headers: sent, body: form }
  if (body === undefined) return { headers: sent }
  sent['content-type'] ??= 'application/json'
  return { headers: sent, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Every response names the API version; every response of a limited route names its limit. */
function watchHeaders(
  watched: Watched,
  { method, path, isForm }: { method: string; path: string; isForm: boolean },
  { status, headers }: Response,
): void {
  const check = (what: string, isRight: boolean) => {
    if (isRight || watched.broken.has(what)) return
    watched.broken.set(what, `${method} ${path} answered ${status} with ${JSON.stringify([...headers])}`)
  }
  watched.responses++
  check('X-Api-Version', headers.get('x-api-version') === API_VERSION)
  if (!/^\/api\/(gen|agent)\//.test(path) || status === 401 || status === 404) return
  const limit = limitOf(method, path, isForm)
  check(`X-RateLimit-Limit ${limit}`, headers.get('x-ratelimit-limit') === String(limit))
  const remaining = headers.get('x-ratelimit-remaining') ?? ''
  const reset = headers.get('x-ratelimit-reset') ?? ''
  check('X-RateLimit-Remaining and -Reset', /^\d+$/.test(remaining) && /^\d{13}$/.test(reset))
}

function limitOf(method: string, path: string, isForm: boolean): number {
  if (method === 'POST' && /^\/api\/gen\/(image|video)$/.test(path)) return 10
  if (method === 'POST' && path === '/api/agent/ceps') return 30
  if (method === 'GET' || path === '/api/gen/quote') return 300
  return isForm ? 20 : 60
}

export async function readBytes(api: Api, url: string): Promise<Buffer> {
  const response = await api.fetch('GET', url)
  expectMatch(response.status, 200, url)
  return Buffer.from(await response.arrayBuffer())
}
