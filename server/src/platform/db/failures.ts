/**
 * The database cannot be reached, is starting or stopping, accepts no writes, or is out of disk, memory or
 * connections. The statement did not commit anything.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: Error) {
    super(`the database is not available: ${cause.message}`, { cause })
  }
}

/** A statement waited too long for a lock, or took too long itself. Nothing was committed. */
export class DatabaseBusy extends Error {
  constructor(cause: Error) {
    super(`the database is busy: ${cause.message}`, { cause })
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

/** Whether it is one of the above: not a bug, and gone when the database is well again. */
export const isDatabaseFailure = (error: unknown): error is Error =>
  CLASSES.some((one) => error instanceof one)
const CLASSES = [DatabaseUnavailable, DatabaseBusy, CommitUnknown]

// 08: connection; 57P0x: shutting down, crashed, starting up; 25P03, 25P04: ended while idle or by its age.
const LOST_STATES = /^(08...|57P0.|25P0[34]|40003)$/
const LOST_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const LOST_WORDS = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
  ].join('|'),
)

// 25006: read only, as a demoted primary is; 53: disk full, out of memory, too many connections; 58: I/O.
const UNABLE_STATES = /^(25006|53...|58...)$/
// Under 0A000 there are also errors that do not go away with another connection.
const UNABLE_WORDS = /during recovery|cached plan must not change/

// 55P03: lock_timeout; 57014: statement_timeout; 40001, 40P01: still in conflict after the last attempt.
const BUSY_STATES = /^(55P03|57014|40001|40P01)$/

export function isConnectionLost(error: unknown): boolean {
  const { code, message } = rootOf(error)
  return LOST_STATES.test(code ?? '') || LOST_CODES.has(code ?? '') || LOST_WORDS.test(message ?? '')
}

/** A pooler ends a connection whose statement waited too long for the server. Others may still be good. */
const POOLER_BUSY = /^query_wait_timeout/

/** The connection is lost, and with it probably all others to the same server. */
export const isServerLost = (error: unknown): boolean =>
  isConnectionLost(error) && !POOLER_BUSY.test(rootOf(error).message ?? '')

/** This server accepts no writes, so none of the connections to it is of use. */
export const isReadOnly = (error: unknown): boolean => /^(25006|0A000)$/.test(rootOf(error).code ?? '')

/** Serialisation failures and deadlocks: the transaction was rolled back and may be repeated. */
export const isRetryable = (error: unknown): boolean => /^(40001|40P01)$/.test(rootOf(error).code ?? '')

/** Throws an error of the driver as one of our classes. What is none of them is a bug, and stays as it is. */
export function throwTranslated(error: unknown): never {
  const { code = '', message = '' } = error as PgError
  if (BUSY_STATES.test(code)) throw new DatabaseBusy(error as Error)
  const isUnable = UNABLE_STATES.test(code) || (code === '0A000' && UNABLE_WORDS.test(message))
  throw isUnable || isConnectionLost(error) ? new DatabaseUnavailable(error as Error) : error
}

type PgError = { code?: string; message?: string }

/** The error of the driver, whether it is translated or not. */
const rootOf = (error: unknown): PgError => (isDatabaseFailure(error) ? error.cause : error) as PgError
