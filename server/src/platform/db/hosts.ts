import pg from 'pg'
import { DatabaseUnavailable } from './failures.ts'

/** The hosts of a database URL, of which one accepts writes at a time. */
export type Hosts = {
  /** The URL of the host that was last good, or is next to try. */
  currentUrl(): string
  /** How long to try one host. With another one to go to, not as long. */
  connectMs: number
  /** Only a server that accepts writes may be used. With one host, by default, a read-only one may be. */
  mustWrite: boolean
  /** The result of the first host that lets us in. Each is tried once, beginning with the current one. */
  tryEach<T>(connect: () => Promise<T>): Promise<T>
}

const URL_PARTS = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/
/** The pool's own message. All its connections are in use, which says nothing about the host. */
const POOL_IN_USE = /^timeout exceeded when trying to connect/

/** Reads `postgres://user@a:5432,b:5432/name?target_session_attrs=read-write`, as libpq does. */
export function newHosts(url: string): Hosts {
  const [, before = '', named = '', after = ''] = URL_PARTS.exec(url) ?? []
  const names = named.split(',')
  const wanted = /[?&]target_session_attrs=([\w-]+)/.exec(after)?.[1]
  const rest = after.replace(/([?&])target_session_attrs=[\w-]+&?/, '$1').replace(/[?&]$/, '')
  const urls = names.map((name) => before + name + rest)
  let current = 0
  return {
    currentUrl: () => urls[current] as string,
    connectMs: urls.length > 1 ? 2_000 : 5_000,
    mustWrite: wanted ? /^(read-write|primary)$/.test(wanted) : urls.length > 1,
    async tryEach(connect) {
      for (let tries = 1; ; tries++) {
        const tried = current
        try {
          return await connect()
        } catch (error) {
          const isPoolInUse = POOL_IN_USE.test((error as Error).message)
          // Another request may have moved on to the next host in the meantime.
          if (!isPoolInUse && current === tried) current = (current + 1) % urls.length
          if (isPoolInUse || tries >= urls.length) throw new DatabaseUnavailable(error as Error)
        }
      }
    },
  }
}

/**
 * A connection of its own to the host that may be used; the caller ends it. `accept` throws for one that may
 * not be.
 */
export const openSession = (
  hosts: Hosts,
  config: pg.ClientConfig,
  accept?: (session: pg.Client) => Promise<void>,
): Promise<pg.Client> =>
  hosts.tryEach(async () => {
    const session = new pg.Client({
      ...config,
      connectionString: hosts.currentUrl(),
      connectionTimeoutMillis: hosts.connectMs,
    })
    // Without a listener, a lost connection ends the process; the next query fails anyway.
    session.on('error', () => undefined)
    try {
      await session.connect()
      await refusePooler(session)
      if (hosts.mustWrite) await refuseReadOnly(session)
      await accept?.(session)
      return session
    } catch (error) {
      await session.end().catch(() => undefined)
      throw error
    }
  })

/** Behind a pooler a session lock would stay with a connection of the pooler, and nobody could release it. */
async function refusePooler(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = session as unknown as { processID: number }
  if (rows[0]?.pid !== processID)
    throw new Error('this address leads to a pooler: DATABASE_DIRECT_URL must name the database itself')
}

/** A standby, a demoted primary, or a server that its operator closed for writes. */
export async function refuseReadOnly(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('this server accepts no writes')
}
