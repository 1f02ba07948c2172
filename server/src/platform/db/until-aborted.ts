import type { Db, Rows, Tx } from './open-db.ts'

/** The caller has closed its connection, so nobody waits for the answer. */
export class CallerLeft extends Error {
  constructor() {
    super('the caller has closed its connection')
  }
}

/**
 * The database for work that ends with its caller. After the signal no further statement begins, and a
 * transaction is rolled back: its running statement is cancelled, through a connection of `others`.
 */
export function untilAborted(db: Db, others: Rows, signal: AbortSignal): Db {
  return {
    ...db,
    ...whilePresent(db, signal),
    transaction: (work, options) =>
      db.transaction((tx) => runUntilAborted({ tx, others, signal, work }), options),
  }
}

type Running<T> = { tx: Tx; others: Rows; signal: AbortSignal; work: (tx: Tx) => Promise<T> }

async function runUntilAborted<T>({ tx, others, signal, work }: Running<T>): Promise<T> {
  // Asked, and not taken from the connection: behind a pooler that has another number.
  const backend = await tx.row<{ pid: number }>('select pg_backend_pid() as pid')
  let cancelled: Promise<unknown> | undefined
  const cancel = () => {
    cancelled = others.row('select pg_cancel_backend($1)', [backend?.pid]).catch(() => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await work({ ...tx, ...whilePresent(tx, signal) })
  } catch (error) {
    throw signal.aborted ? new CallerLeft() : error
  } finally {
    signal.removeEventListener('abort', cancel)
    // The connection is kept until then, so that the statement of another caller is never cancelled.
    await cancelled
  }
}

function whilePresent({ rows, row }: Rows, signal: AbortSignal): Rows {
  const check = () => {
    if (signal.aborted) throw new CallerLeft()
  }
  return {
    async rows(text, values) {
      check()
      return rows(text, values)
    },
    async row(text, values) {
      check()
      return row(text, values)
    },
  }
}
