import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestWatch } from '#edge/requests'
import type { App } from '#platform/app'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { answerError } from './answer-error.ts'
import { usualHeaders } from './usual-headers.ts'

type ClientError = Error & { code?: string }

/**
 * Answers bytes that are not a valid request, in the usual error format, and closes the connection.
 * `response` is the last one that was started on it: nothing may be written into the middle of that.
 */
export function answerClientError(
  { config, log }: Pick<App, 'config' | 'log'>,
  error: ClientError,
  socket: Socket,
  { response, watch }: { response: ServerResponse | undefined; watch: RequestWatch },
): void {
  const isAnswering = response?.headersSent && !response.writableFinished
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy()
  const { status, field, message } = explain(error.code)
  const requestId = newId('request')
  const answer = answerError(new Refusal('invalid_request', message, { field }), requestId, log)
  const body = JSON.stringify(answer.body)
  watch.refused(requestId, status)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(usualHeaders(config)).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function explain(code: string | undefined): { status: number; field: string; message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, field: 'headers', message: 'The request headers are too large.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, field: 'request', message: 'The request did not arrive in time.' }
    default:
      return { status: 400, field: 'request', message: 'This is not a valid HTTP request.' }
  }
}
