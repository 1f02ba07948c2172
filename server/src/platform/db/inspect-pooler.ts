import type pg from 'pg'
import { withPlainClient } from './with-plain-client.ts'

/** How a pooler lends connections of the server. */
export type InspectedPooler = {
  mode: 'session' | 'transaction' | 'statement'
  preparesStatements: boolean
}

const PREPARED = { name: 'atelier_doctor', text: 'select pg_backend_pid() as pid' }
const ROUNDS = 5

/**
 * Finds the mode of a pooler without its console. In transaction mode a second client gets the connection
 * that the first one has just given back; in session mode it never does. A statement that the first one
 * prepared then runs on another connection, or is not known there.
 */
export const inspectPooler = (url: string): Promise<InspectedPooler> =>
  withPlainClient(url, (first) =>
    withPlainClient(url, async (second) => {
      if (!(await takesTransactions(first))) return { mode: 'statement', preparesStatements: false }
      for (let round = 0; round < ROUNDS; round++) {
        const lent = await readPid(first, PREPARED)
        await second.query('begin')
        const isShared = (await readPid(second, { text: PREPARED.text })) === lent
        const isKnown = await first.query(PREPARED).then(
          () => true,
          () => false,
        )
        await second.query('commit')
        if (!isKnown) return { mode: 'transaction', preparesStatements: false }
        if (isShared) return { mode: 'transaction', preparesStatements: true }
      }
      return { mode: 'session', preparesStatements: true }
    }),
  )

const takesTransactions = (client: pg.Client): Promise<boolean> =>
  client.query('begin').then(
    () => client.query('commit').then(() => true),
    () => false,
  )

const readPid = async (client: pg.Client, query: pg.QueryConfig): Promise<number | undefined> =>
  (await client.query<{ pid: number }>(query)).rows[0]?.pid
