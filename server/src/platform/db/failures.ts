/** The database cannot be reached, is starting or is stopping; the statement did not commit anything. */
export class DatabaseUnavailable extends Error {
  constructor(cause: Error) {
    super(`the database is not available: ${cause.message}`, { cause })
  }
}

/**
 * A commit was sent and the response was lost: it may or may not have happened. Repeat the whole operation to
 * find out.
 */
export class CommitUnknown extends Error {
  constructor(cause: Error) {
    super(`the response to a commit was lost: ${cause.message}`, { cause })
  }
}

// 08: connection; 57P01-3: shutting down, crashed, starting up; 53300: too many connections.
const LOST_STATES = /^(08...|57P0[123]|53300)$/
const LOST_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const LOST_WORDS = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error',
  ].join('|'),
)

export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const { code, message } = error as { code?: string; message?: string }
  return LOST_STATES.test(code ?? '') || LOST_CODES.has(code ?? '') || LOST_WORDS.test(message ?? '')
}

/** Serialisation failures and deadlocks: the transaction was rolled back and may be repeated. */
export const isRetryable = (error: unknown): boolean => hasState(error, '40001') || hasState(error, '40P01')

/** Waited longer than `lock_timeout` for a row that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean => hasState(error, '55P03')

const hasState = (error: unknown, state: string): boolean => (error as { code?: string })?.code === state
