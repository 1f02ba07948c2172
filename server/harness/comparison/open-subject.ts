import type pg from 'pg'
import { Agent } from 'undici'
import { type CallApi, callAs, findUserId, openDatabase, openSystem } from '../driver/index.ts'

/** One user on one system, with a connection to its database. */
export type Subject = {
  name: string
  userId: string
  databaseUrl: string
  client: pg.Client
  call: CallApi
}

const CONNECTIONS = 4

/** A system for measurements: no rate limits, and memory for a large database. */
export async function openSubject(name: string, env: Record<string, string> = {}): Promise<Subject> {
  const { system, owner, databaseUrl } = await openSystem(name, {
    env: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000000', ...env },
    postgres: { settings: { shared_buffers: '512MB', max_wal_size: '4GB' } },
    engine: { partitions: 1, memory: '64MB' },
  })
  const client = await openDatabase(databaseUrl)
  const userId = (await findUserId(client, owner.email)) ?? ''
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const call = callAs(system.baseUrl, { 'x-api-key': owner.apiKey }, dispatcher)
  return { name, userId, databaseUrl, client, call }
}
