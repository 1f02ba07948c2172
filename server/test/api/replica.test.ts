import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres, startStandby } from '../../harness/processes/index.ts'
import { ownerOf } from '../../src/access/identity/index.ts'
import { writeNote } from '../../src/learning/notes/index.ts'
import { migrate } from '../../src/platform/db/index.ts'
import { openSystem, type TestSystem, type TestUser } from '../use-system.ts'

/** Searches and exports of a memory may be answered by a standby. None may lack what was confirmed. */

let dir: string
let primary: Postgres
let standby: Postgres
let system: TestSystem
let onStandby: pg.Client

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atelier-replica-'))
  const settings = { shared_buffers: '32MB', max_connections: '60' }
  primary = await startPostgres({ dir: join(dir, 'primary'), durable: false, settings })
  await migrate(primary.url())
  standby = await startStandby(primary, { dir: join(dir, 'standby'), durable: false, settings })
  const addresses = { DATABASE_URL: primary.url(), DATABASE_REPLICA_URL: standby.url() }
  system = await openSystem(addresses, () => {})
  onStandby = new pg.Client({ connectionString: standby.url() })
  onStandby.on('error', () => undefined)
  await onStandby.connect()
})
afterAll(async () => {
  await system?.close()
  await onStandby?.end().catch(() => undefined)
  await standby?.stop()
  await primary?.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
})

const write = (user: TestUser, text: string) => writeNote(system.app.db, ownerOf(user.id, 'live'), { text })

const search = async (user: TestUser, q: string): Promise<string> => {
  const path = `/api/agent/knowledge/search?${new URLSearchParams({ q })}`
  const { status, body } = await system.call('GET', path, { key: user.apiKey })
  expect(status).toBe(200)
  return JSON.stringify(body.hits)
}

const exportAll = async (user: TestUser): Promise<string> => {
  const { status, body } = await system.call('GET', '/api/agent/knowledge/export', { key: user.apiKey })
  expect(status).toBe(200)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** How many transactions of the service the standby has answered. */
async function countOnStandby(): Promise<number> {
  const { rows } = await onStandby.query<{ query: string }>(
    `select query from pg_stat_activity where usename = 'atelier_api' and query !~ 'pg_last_wal_replay_lsn'`,
  )
  return rows.length
}

test('each search finds what was written just before, and the standby answers', async () => {
  const user = await system.createUser()
  for (let i = 0; i < 10; i++) {
    await write(user, `lanterns ${i} by the river`)
    expect(await search(user, `lanterns ${i}`)).toContain(`lanterns ${i} by the river`)
  }
  expect(await exportAll(user)).toContain('lanterns 9 by the river')
  expect(await countOnStandby()).toBeGreaterThan(0)
})

test('another user finds nothing of it on the standby', async () => {
  const [mine, other] = [await system.createUser(), await system.createUser()]
  await write(mine, 'copper kettles in the morning')
  expect(await search(mine, 'copper kettles')).toContain('copper')
  expect(await search(other, 'copper kettles')).toBe('[]')
  expect(await exportAll(other)).not.toContain('copper')
})

test('a standby that lags or is gone is not waited for: the primary answers', async () => {
  const user = await system.createUser()
  await onStandby.query('select pg_wal_replay_pause()')
  await write(user, 'paper boats at noon')
  expect(await search(user, 'paper boats')).toContain('paper boats at noon')
  expect(await exportAll(user)).toContain('paper boats at noon')
  await standby.kill9()
  await write(user, 'paper cranes at night')
  expect(await search(user, 'paper cranes')).toContain('paper cranes at night')
  const startedAt = performance.now()
  expect(await exportAll(user)).toContain('paper cranes at night')
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})
