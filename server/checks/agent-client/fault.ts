import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Random } from '../../harness/random/index.ts'

/** The whole answer of the api. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** One request of the client, and what a fault may do with it. */
export type Turn = {
  request: IncomingMessage
  /** For bytes that are not valid HTTP. */
  socket: Socket
  random: Random
  redirectUrl: string
  /** Forwards the request to the api. Throws when the api is down. */
  forward(): Promise<Answer>
  /** Kills the api, and starts it again after a while. */
  killApi(): Promise<void>
  /** Waits until the client disconnects, at most for the given time. */
  hungUp(withinMs: number): Promise<void>
}

export type Fault = {
  /** How often it occurs, relative to the others. */
  weight: number
  /** Lasts as long as the client's timeout, so few calls get it. */
  isCostly?: boolean
  play(turn: Turn): Promise<void>
}

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  302: 'Found',
  503: 'Service Unavailable',
}

/** An answer as bytes; `contentLength` may be wrong on purpose. */
export function writeAnswer(
  { status, headers, body }: Answer,
  contentLength: number | undefined = body.length,
): Buffer {
  const lines = Object.entries(headers)
    .filter(([name]) => !['content-length', 'transfer-encoding', 'connection'].includes(name))
    .map(([name, value]) => `${name}: ${value}`)
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Status'}`,
    ...lines,
    ...(contentLength === undefined ? [] : [`content-length: ${contentLength}`]),
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

/** Writes all of it and closes. */
export const sendAnswer = (turn: Turn, answer: Answer, contentLength?: number): void =>
  void turn.socket.end(writeAnswer(answer, contentLength))

export const htmlAnswer = (status: number, text: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: Buffer.from(`<!doctype html>\n<html><head><title>${text}</title></head><body>${text}</body></html>`),
})

export const jsonAnswer = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(JSON.stringify(value)),
})
