import pg from 'pg'

/**
 * Whose rows a statement may touch. It is a setting of the database that lasts for one transaction; the
 * policies in privileges.sql compare every row with it.
 */
export type Scope = { setting: 'app.user_id' | 'role'; value: string }

export const scopeOfOwner = (userId: string): Scope => ({ setting: 'app.user_id', value: userId })

/** For what has to be read before its owner is known. The role may do little else. */
export const lookupScope: Scope = { setting: 'role', value: 'atelier_lookup' }

/** The first statement of a transaction in this scope. After a query, the isolation could not be set. */
export const scopeStatement = ({ setting, value }: Scope): string =>
  `set local ${setting} = ${pg.escapeLiteral(value)}`

/** The part of the driver's connection and query that we use: messages of the protocol, and their answers. */
type Connection = {
  bind(config: { portal: string; statement: string; values: string[]; valueMapper?: unknown }): void
  execute(config: { portal: string }): void
}
type Callback = (error: Error | null, result: pg.QueryResult) => void
declare class DriverQuery {
  constructor(config: pg.QueryConfig)
  callback: Callback
  prepare(connection: Connection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const Query = pg.Query as unknown as typeof DriverQuery

/**
 * Sends the setting and the statement together: two executions before one Sync are one round trip and one
 * transaction. So the setting ends with the statement, and never stays on a connection for the next one.
 */
class ScopedQuery extends Query {
  readonly #scope: Scope
  #isScopeSet = false

  constructor(query: pg.QueryConfig, scope: Scope) {
    super(query)
    this.#scope = scope
  }

  override prepare(connection: Connection): void {
    const { setting, value } = this.#scope
    connection.bind({ portal: '', statement: setting, values: [value] })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  /** The first answer is that of the setting. */
  override handleDataRow(message: unknown): void {
    if (this.#isScopeSet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isScopeSet) super.handleCommandComplete(message, connection)
    this.#isScopeSet = true
  }
}

/** The settings whose statement a connection has prepared. */
const prepared = new WeakMap<pg.ClientBase, Set<Scope['setting']>>()

/** Runs one statement, outside of a transaction, in a scope. */
export async function queryInScope(
  connection: pg.ClientBase,
  query: pg.QueryConfig,
  scope: Scope,
): Promise<pg.QueryResult> {
  await prepareScope(connection, scope)
  return new Promise((resolve, reject) => {
    const scoped = new ScopedQuery(query, scope)
    scoped.callback = (error, result) => {
      if (!error) return resolve(result)
      Error.captureStackTrace(error)
      reject(error)
    }
    connection.query(scoped as unknown as pg.Submittable)
  })
}

/** Once for each connection: the driver does not expect to parse two statements for one query. */
async function prepareScope(connection: pg.ClientBase, { setting, value }: Scope): Promise<void> {
  const settings = prepared.get(connection) ?? new Set()
  if (settings.has(setting)) return
  const text = `select set_config('${setting}', $1, true)`
  await connection.query({ name: setting, text, values: [value] })
  prepared.set(connection, settings.add(setting))
}
