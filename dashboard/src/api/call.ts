import type { ErrorBody, RefusalCode } from '@atelier/contract'
import type { Address, AnswerOf, Mode, RequestOf } from './addresses.ts'

type Body = (typeof ErrorBody)['_zod']['output']

/** The service said no, and why. */
export class Refused extends Error {
  readonly status: number
  readonly code: RefusalCode
  readonly charged: Body['charged']
  readonly requestId: string
  readonly body: Body

  constructor(status: number, body: Body) {
    super(body.error)
    this.status = status
    this.code = body.code
    this.charged = body.charged
    this.requestId = body.requestId
    this.body = body
  }
}

/** No answer came: whether the request was carried out is not known. */
export class AnswerLost extends Error {}

/** The service may answer in a moment: no answer came, or it could not work just now. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AnswerLost || (error instanceof Refused && error.status >= 500)

/** How long the service wants to be left alone after a refusal; 0 when it does not say. */
export function pauseMsOf(error: unknown): number {
  if (!(error instanceof Refused)) return 0
  const seconds = Number((error.body as Record<string, unknown>).retryAfterSeconds)
  return Number.isFinite(seconds) ? seconds * 1_000 : 0
}

/** What is not there, or was asked for in a wrong way, does not come right by asking again. */
export const isFinal = (error: unknown): error is Refused =>
  error instanceof Refused && ['not_found', 'not_owner', 'erased', 'invalid_request'].includes(error.code)

/** The same read may work later, and nobody has to change anything for it. */
export const isWorthRepeating = (error: unknown): boolean =>
  isPassing(error) || (error instanceof Refused && error.status === 429)

/** Calls an endpoint of the contract by its method and path. */
export async function call<A extends Address>(
  address: A,
  ...[request]: Record<never, never> extends RequestOf<A> ? [RequestOf<A>?] : [RequestOf<A>]
): Promise<AnswerOf<A>> {
  return send<A>(address, (path) => path, request ?? {})
}

/** The same endpoint of the owner: with the cookie instead of a key, in one of the two modes. */
export async function callAs<A extends Address>(
  mode: Mode,
  address: A,
  ...[request]: Record<never, never> extends RequestOf<A> ? [RequestOf<A>?] : [RequestOf<A>]
): Promise<AnswerOf<A>> {
  return send<A>(address, ownerPath(mode), request ?? {})
}

/** Sends a form with a file, or a file itself, instead of JSON. */
export async function sendFileAs<A extends Address>(
  mode: Mode,
  address: A,
  request: { params?: Record<string, string>; body: FormData | Blob },
): Promise<AnswerOf<A>> {
  return send<A>(address, ownerPath(mode), request)
}

const ownerPath =
  (mode: Mode) =>
  (path: string): string =>
    path.replace(/^\/api\//, `/api/owner/${mode}/`)

type Sent = {
  params?: Record<string, string> | undefined
  query?: Record<string, string | number | undefined> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

async function send<A extends Address>(
  address: A,
  place: (path: string) => string,
  request: object,
): Promise<AnswerOf<A>> {
  const { params = {}, query = {}, body, signal } = request as Sent
  const [method = '', path = ''] = address.split(' ')
  const filled = place(path).replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString()
  const response = await fetch(search ? `${filled}?${search}` : filled, {
    method,
    credentials: 'same-origin',
    signal: signal ?? null,
    ...(body !== undefined && writeBody(body)),
  }).catch((error: Error) => {
    if (signal?.aborted) throw error
    throw new AnswerLost(error.message)
  })
  return readAnswer(response)
}

/** A form and a file bring their own type. */
const writeBody = (body: unknown): RequestInit =>
  body instanceof FormData || body instanceof Blob
    ? { body }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }

export async function readAnswer<A extends Address>(response: Response): Promise<AnswerOf<A>> {
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body as AnswerOf<A>
  if (isErrorBody(body)) throw new Refused(response.status, body)
  throw new AnswerLost(`status ${response.status} without a readable body`)
}

const isErrorBody = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && 'code' in body && 'charged' in body
