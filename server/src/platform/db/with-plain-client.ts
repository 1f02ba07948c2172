import pg from 'pg'
import { newHosts } from './hosts.ts'

const CONNECT = { application_name: 'atelier doctor', query_timeout: 8_000 }

/** One connection to look at a server with: without a pool, and also through a pooler or to a standby. */
export async function withPlainClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const hosts = newHosts(url)
  const client = await hosts.tryEach(async () => {
    const fresh = new pg.Client({
      ...CONNECT,
      connectionString: hosts.currentUrl(),
      connectionTimeoutMillis: hosts.connectMs,
    })
    fresh.on('error', () => undefined)
    await fresh.connect()
    return fresh
  })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
