import pg from 'pg'
import type { Outage } from '#platform/log'
import { CommitUnknown, DatabaseUnavailable, isReadOnly, isServerLost } from './failures.ts'
import { newHosts, openSession, refuseReadOnly } from './hosts.ts'
import { refuseOther } from './refuse-other.ts'

export type ConnectionSettings = {
  url: string
  /** For sessions, if `url` leads to a pooler that changes the server connection after each transaction. */
  directUrl?: string
  poolSize: number
  onIdleError: (error: Error) => void
  /** Told whether the database answers. */
  outage?: Outage
  watch?: PoolWatch
  /** The cell that the database must belong to. */
  cell?: string
  /** The operator's commands may use a restored database before its restore is finished. */
  mayBeUnfinished?: boolean
}

/** Told how long statements waited for a connection of the pool, and where its sizes can be read. */
export type PoolWatch = {
  waited(seconds: number): void
  follow(read: () => PoolSizes): void
}

export type PoolSizes = { total: number; idle: number; waiting: number }

/** The connections of one process to the server that accepts writes, whichever of its hosts that is. */
export type Connections = {
  /** Lends a connection to `work`. One that is of no further use is closed afterwards. */
  use<T>(work: (connection: pg.ClientBase) => Promise<T>): Promise<T>
  /** A connection outside the pool and past any pooler; the caller ends it. */
  openSession(): Promise<pg.Client>
  close(): Promise<void>
}

const INT8 = 20

const types: pg.CustomTypesConfig = {
  // Credits, bytes and counts stay far below 2^53, so a bigint is an ordinary number here.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** Time limits of locks and statements are settings of the roles (roles.sql): a pooler refuses them here. */
const CLIENT = {
  types,
  // Longer than any statement may take: only a server that does not answer at all reaches it.
  query_timeout: 8_000,
  application_name: 'atelier',
  keepAlive: true,
}
/** For a connection of the pool, a new one or one that another request uses now. */
const WAIT_FOR_CONNECTION_MS = 5_000

export function openConnections(settings: ConnectionSettings): Connections {
  const { url, directUrl = url, poolSize, onIdleError, cell, outage, watch } = settings
  const { mayBeUnfinished = false } = settings
  const hosts = newHosts(url)
  const directHosts = directUrl === url ? hosts : newHosts(directUrl)
  const checkCell = async (fresh: pg.ClientBase) => {
    if (cell !== undefined) await refuseOther(fresh, { cell, mayBeUnfinished })
  }
  const accept = async (fresh: pg.ClientBase) => {
    if (hosts.mustWrite) await refuseReadOnly(fresh)
    await checkCell(fresh)
  }
  // Raised when the server is lost or found to be read only: older connections are not used again.
  let era = 0
  const eras = new WeakMap<pg.ClientBase, number>()

  class HostClient extends pg.Client {
    constructor(options: pg.ClientConfig = {}) {
      const host = { connectionString: hosts.currentUrl(), connectionTimeoutMillis: hosts.connectMs }
      super({ ...options, ...host })
      eras.set(this, era)
    }
  }
  const pool = openPool({ Client: HostClient, max: poolSize, onConnect: accept }, onIdleError)
  watch?.follow(() => sizesOf(pool))
  const tellFailure = (error: unknown): never => {
    outage?.failed(error)
    throw error
  }

  async function takeFromPool(): Promise<pg.PoolClient> {
    for (;;) {
      const connection = await hosts.tryEach(() => pool.connect()).catch(tellFailure)
      if (eras.get(connection) === era) return connection
      connection.release(true)
    }
  }

  return {
    async use(work) {
      const askedAt = watch && performance.now()
      const connection = await takeFromPool()
      if (askedAt !== undefined) watch?.waited((performance.now() - askedAt) / 1000)
      let broken: Error | undefined
      const onError = (error: Error) => {
        broken = error
      }
      connection.on('error', onError)
      try {
        const result = await work(connection)
        outage?.worked()
        return result
      } catch (error) {
        if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) {
          broken ??= error
          outage?.failed(error)
          const isOfNoUse = isServerLost(error) || isReadOnly(error)
          if (isOfNoUse && eras.get(connection) === era) era++
        }
        throw error
      } finally {
        connection.removeListener('error', onError)
        connection.release(broken)
      }
    },
    openSession: () => openSession(directHosts, CLIENT, checkCell),
    close: () => pool.end(),
  }
}

type PoolSettings = {
  Client: typeof pg.Client
  max: number
  onConnect: (fresh: pg.ClientBase) => Promise<void>
}

function openPool(settings: PoolSettings, onIdleError: ConnectionSettings['onIdleError']): pg.Pool {
  const pool = new pg.Pool({
    ...CLIENT,
    ...settings,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    idleTimeoutMillis: 30_000,
  })
  // Without an error listener, a lost connection ends the process; the pool listens only while it is idle.
  pool.on('error', onIdleError)
  pool.on('connect', (fresh) => fresh.on('error', () => undefined))
  return pool
}

const sizesOf = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolSizes => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})
