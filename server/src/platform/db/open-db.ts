import { createHash } from 'node:crypto'
import pg from 'pg'
import { CommitUnknown, DatabaseUnavailable, isConnectionLost, isRetryable } from './failures.ts'

type Value = string | number | boolean | bigint | Date | Buffer | null | undefined | Value[]

/** Runs statements: the database, each on any connection, or one transaction. */
export type Rows = {
  rows<Row>(text: string, values?: Value[]): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row>(text: string, values?: Value[]): Promise<Row | undefined>
}

export type Tx = Rows & { readonly inTransaction: true }

export type Db = Rows & {
  /** Commits everything `work` did, or nothing. Repeats `work` after a deadlock, so it must be repeatable. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Opens a separate connection, for session locks; the caller ends it. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

export type DbSettings = { url: string; poolSize: number; onIdleError: (error: Error) => void }

const ATTEMPTS = 4
const INT8 = 20

const types: pg.CustomTypesConfig = {
  // Credits, bytes and counts stay far below 2^53, so a bigint is an ordinary number here.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export function openDb({ url, poolSize, onIdleError }: DbSettings): Db {
  const client = {
    connectionString: url,
    types,
    statement_timeout: 5_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 8_000,
    application_name: 'atelier',
  }
  const pool = new pg.Pool({
    ...client,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  })
  // Without an error listener, a lost connection ends the process; the pool listens only while it is idle.
  pool.on('error', onIdleError)
  pool.on('connect', (fresh) => fresh.on('error', () => undefined))

  const poolQueries: Rows = queriesOn((query) => pool.query(query))

  return {
    ...poolQueries,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTransaction(pool, work)
        } catch (error) {
          if (attempt === ATTEMPTS || !isRetryable(error)) throw error
          await new Promise((done) => setTimeout(done, attempt * 10 * (1 + Math.random())))
        }
      }
    },
    async ping() {
      await poolQueries.row('select 1')
    },
    async connect() {
      const dedicated = new pg.Client({ ...client, keepAlive: true })
      dedicated.on('error', onIdleError)
      await dedicated.connect().catch(throwTranslated)
      return dedicated
    },
    close: () => pool.end(),
  }
}

/** One attempt at a transaction, on one connection. */
async function attemptTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await pool.connect().catch(throwTranslated)
  let broken: Error | undefined
  const onConnectionError = (error: Error) => {
    broken = error
  }
  connection.on('error', onConnectionError)
  try {
    await connection.query('begin').catch(throwTranslated)
    const result = await work({ ...queriesOn((query) => connection.query(query)), inTransaction: true })
    await connection.query('commit').catch((error) => {
      // Sent without a response: it may have happened. Only the caller can find out.
      throw isConnectionLost(error) ? new CommitUnknown(error) : error
    })
    return result
  } catch (error) {
    broken ??= isConnectionLost(error) || error instanceof CommitUnknown ? (error as Error) : undefined
    if (!broken) await connection.query('rollback').catch((failed: Error) => (broken = failed))
    throw error
  } finally {
    connection.removeListener('error', onConnectionError)
    connection.release(broken)
  }
}

type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>

function queriesOn(run: RunQuery): Rows {
  const rows = async <Row>(text: string, values: Value[] = []): Promise<Row[]> => {
    const result = await run({ name: statementName(text), text, values }).catch(throwTranslated)
    return result.rows as Row[]
  }
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

function throwTranslated(error: unknown): never {
  throw isConnectionLost(error) ? new DatabaseUnavailable(error as Error) : error
}
