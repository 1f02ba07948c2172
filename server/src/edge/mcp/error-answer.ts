import type { Answer } from '#edge/http'

/** Codes of JSON-RPC. */
export const PARSE_ERROR = -32_700
export const REQUEST_ERROR = -32_600

/** An error of the protocol that concerns no message with an id. */
export const errorAnswer = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Answer => ({ status, headers, body: { jsonrpc: '2.0', id: null, error: { code, message } } })

/** A stream of events and the end of a session are optional in the protocol, and we have neither. */
export const methodNotAllowed = (): Answer =>
  errorAnswer(405, REQUEST_ERROR, 'Method not allowed: send messages by POST.', { allow: 'POST' })
