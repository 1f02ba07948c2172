import { createHash } from 'node:crypto'
import type pg from 'pg'
import { checkWrites } from './check-writes.ts'
import {
  CommitUnknown,
  DatabaseUnavailable,
  isConnectionLost,
  isRetryable,
  throwTranslated,
} from './failures.ts'
import { newShares, type Shares } from './new-shares.ts'
import { type ConnectionSettings, type Connections, openConnections } from './open-connections.ts'
import { lookupScope, queryInScope, type Scope, scopeOfOwner, scopeStatement } from './scope.ts'

type Value = string | number | boolean | bigint | Date | Buffer | null | undefined | Value[]

/** Runs statements: the database, each on any connection, or one transaction. */
export type Rows = {
  rows<Row>(text: string, values?: Value[]): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row>(text: string, values?: Value[]): Promise<Row | undefined>
}

export type Tx = Rows & { readonly inTransaction: true }

/**
 * `lockMs`: how long a statement waits for a lock, if that is longer than usual. `isSnapshot`: every
 * statement reads the same moment, and none writes.
 */
export type TransactionOptions = { lockMs?: number; isSnapshot?: boolean }

export type Db = Rows & {
  /** The same database for the rows of one user. Without it, the api can touch no row that has an owner. */
  forOwner(userId: string): Db
  /** For rows whose owner is not known yet, such as a key: it may read a few tables, of every owner. */
  readonly lookup: Rows
  /** Commits everything `work` did, or nothing. Repeats `work` after a deadlock, so it must be repeatable. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Throws when the database does not answer, or does not accept writes. */
  ping(): Promise<void>
  /** Opens a separate connection past any pooler, for session locks; the caller ends it. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

const ATTEMPTS = 4
/** Anybody may ask how we are, so one answer serves all who ask within this time. */
const PING_EVERY_MS = 500
/** Of the connections of a pool, the statements of one user may use this share at the same time. */
const USER_SHARE = 0.5

export function openDb(settings: ConnectionSettings): Db {
  const connections = openConnections(settings)
  const ping = shareFor(PING_EVERY_MS, () => connections.use(checkWrites))
  const shares = newShares(Math.max(1, Math.ceil(settings.poolSize * USER_SHARE)))
  return openScope({ connections, ping, shares }, undefined)
}

type Opened = {
  connections: Connections
  ping: () => Promise<void>
  shares: Shares
}

function openScope(opened: Opened, scope: Scope | undefined): Db {
  const { connections, ping, shares } = opened
  const useIn = <T>(one: Scope | undefined, work: (connection: pg.ClientBase) => Promise<T>) =>
    one?.setting === 'app.user_id'
      ? shares.use(one.value, () => connections.use(work))
      : connections.use(work)
  const queriesIn = (one: Scope | undefined): Rows =>
    queriesOn((query) => useIn(one, (connection) => runQuery(connection, query, one).catch(throwTranslated)))
  return {
    ...queriesIn(scope),
    forOwner: (userId) => openScope(opened, scopeOfOwner(userId)),
    lookup: queriesIn(lookupScope),
    async transaction(work, options = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          const begin = beginOf(options, scope)
          return await useIn(scope, (connection) => runTransaction(connection, begin, work))
        } catch (error) {
          if (attempt === ATTEMPTS || !isRetryable(error)) throw error
          await new Promise((done) => setTimeout(done, attempt * 10 * (1 + Math.random())))
        }
      }
    },
    ping,
    connect: connections.openSession,
    close: connections.close,
  }
}

const runQuery = (connection: pg.ClientBase, query: pg.QueryConfig, scope: Scope | undefined) =>
  scope ? queryInScope(connection, query, scope) : connection.query(query)

/** One attempt at a transaction, on one connection. */
async function runTransaction<T>(
  connection: pg.ClientBase,
  begin: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const run: RunQuery = (query) => connection.query(query).catch(throwTranslated)
  await run({ text: begin })
  let result: T
  try {
    result = await work({ ...queriesOn(run), inTransaction: true })
  } catch (error) {
    // A connection that is of no further use is closed, which rolls back, too.
    if (!(error instanceof DatabaseUnavailable)) await run({ text: 'rollback' })
    throw error
  }
  const { command } = await connection.query('commit').catch((error) => {
    // Sent without a response: it may have happened. Only the caller can find out.
    return isConnectionLost(error) ? Promise.reject(new CommitUnknown(error)) : throwTranslated(error)
  })
  // The answer of a transaction in which a failed statement was overlooked: nothing was committed.
  if (command !== 'COMMIT') throw new Error('a transaction was rolled back by its own commit')
  return result
}

/** A statement that waits for a lock still has some time for its work. */
function beginOf({ lockMs, isSnapshot }: TransactionOptions, scope: Scope | undefined): string {
  const statements = [isSnapshot ? 'begin isolation level repeatable read, read only' : 'begin']
  if (scope) statements.push(scopeStatement(scope))
  if (lockMs !== undefined)
    statements.push(`set local lock_timeout = ${lockMs}`, `set local statement_timeout = ${lockMs + 2_000}`)
  return statements.join('; ')
}

type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>

function queriesOn(run: RunQuery): Rows {
  const rows = async <Row>(text: string, values: Value[] = []): Promise<Row[]> =>
    (await run({ name: statementName(text), text, values })).rows as Row[]
  return { rows, row: async <Row>(text: string, values?: Value[]) => (await rows<Row>(text, values))[0] }
}

/** A named statement is parsed and planned once per connection. Statement texts are few and fixed. */
const statementNames = new Map<string, string>()
function statementName(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    statementNames.set(text, name)
  }
  return name
}

/** One run of `work` for all calls that come while it runs, or within `ms` after it began. */
function shareFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let last: { promise: Promise<T>; beganAt: number; isRunning: boolean } | undefined
  return () => {
    if (last && (last.isRunning || performance.now() - last.beganAt < ms)) return last.promise
    const next = { promise: work(), beganAt: performance.now(), isRunning: true }
    const end = () => {
      next.isRunning = false
    }
    next.promise.then(end, end)
    last = next
    return next.promise
  }
}
