import type { Readable } from 'node:stream'
import { Agent, FormData, request } from 'undici'

/** What a provider answered, or why it did not. */
export type Answer =
  | { kind: 'answered'; status: number; headers: Record<string, string>; json: unknown; text: string }
  /** Certainly nothing was sent. */
  | { kind: 'unsent' }
  /** Something may have been sent, and no whole answer came. */
  | { kind: 'unclear' }

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** JSON, unless it is a form or bytes. */
  body?: unknown
  timeoutMs: number
}

/** An answer that is larger is not read to its end: no provider says so much about a job. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** Enough for calls that are answered at once. */
const CONNECTIONS = 64

/**
 * `connections`: null for a provider that holds calls while it makes the files. A call that waited for a
 * connection would lose that time, and count as sent when its time is over.
 */
export const newDispatcher = (connections: number | null = CONNECTIONS) =>
  new Agent({
    connections,
    pipelining: 1,
    // Over HTTP/2 the client would repeat a POST by itself, and one lost connection would lose many.
    allowH2: false,
    connect: { timeout: 3_000 },
    // A held call is limited by its own timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

/** One call, never repeated and never redirected. Reads the whole answer as text, and as JSON if it is. */
export async function callProvider(dispatcher: Agent, url: string, call: Call): Promise<Answer> {
  try {
    const answer = await open(dispatcher, url, call)
    const text = await readText(answer.body)
    return { kind: 'answered', status: answer.status, headers: answer.headers, json: parse(text), text }
  } catch (error) {
    return { kind: wasNeverSent(error) ? 'unsent' : 'unclear' }
  }
}

export type OpenAnswer = { status: number; headers: Record<string, string>; body: Readable }

/** The same for a caller that reads the body itself, because it is large. Throws when there is no answer. */
export async function openCall(dispatcher: Agent, url: string, call: Call): Promise<OpenAnswer> {
  return open(dispatcher, url, call)
}

async function open(dispatcher: Agent, url: string, { method, headers, body, timeoutMs }: Call) {
  const isRaw = body instanceof FormData || Buffer.isBuffer(body)
  const answer = await request(url, {
    dispatcher,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    signal: AbortSignal.timeout(timeoutMs),
    // A kept connection may be closed by the other side just as something is bought.
    reset: body !== undefined,
    headers: { ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isRaw ? (body as Buffer) : JSON.stringify(body) }),
  })
  return { status: answer.statusCode, headers: flatten(answer.headers), body: answer.body }
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

/** Only a failed connection proves that nothing was sent. */
export const wasNeverSent = (error: unknown): boolean =>
  NOT_SENT.includes((error as { code?: string }).code ?? '')

/** `Retry-After` in seconds or as a date, if there is one. */
export function readRetryAfterMs(headers: Record<string, string>): number | undefined {
  const value = headers['retry-after']
  if (!value) return undefined
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
