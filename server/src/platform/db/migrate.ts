import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newHosts, openSession } from './hosts.ts'
import { isOutside, splitStatements } from './split-statements.ts'

const MIGRATIONS = new URL('migrations/', import.meta.url)
/** Any number that no other code locks. Two migrations must not run at the same time. */
const MIGRATION_LOCK = 7_201_401

/** A statement that waits for a lock blocks every later query on that table: it gives up early instead. */
const LOCK_MS = 2_000
/** Between two tries the queries that waited behind it get their turn. */
const PAUSE_MS = 1_000
const LOCK_TRIES = 15
const LOCK_TIMEOUT = '55P03'

/**
 * Brings a database to the newest schema, one transaction per file. Returns the files that it applied. For
 * any login, everything belongs to one role that cannot log in; no process of the service runs as that role.
 */
export async function migrate(url: string, folder = MIGRATIONS): Promise<string[]> {
  const client = await openSession(newHosts(url), {})
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`set lock_timeout = ${LOCK_MS}`)
    await createRoles(client)
    await client.query('set role atelier_owner')
    await client.query(
      `create table if not exists migrations (
         name text primary key, done_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(rows.map((row) => row.name))
    const pending = (await readdir(folder)).filter((name) => name.endsWith('.sql') && !done.has(name)).sort()
    for (const name of pending) await apply(client, name, await readFile(new URL(name, folder), 'utf8'))
    await inTransaction(client, 'privileges.sql', await readSql('privileges.sql'))
    return pending
  } finally {
    await client.end()
  }
}

const ATTEMPTS = 5
/** Another database of the cluster may create or grant the same roles at the same moment. */
const CONCURRENT = ['23505', 'XX000']

async function createRoles(client: pg.Client): Promise<void> {
  const text = await readSql('roles.sql')
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(client, 'roles.sql', text)
    } catch (error) {
      const { code = '' } = (error as Error).cause as { code?: string }
      if (attempt === ATTEMPTS || !CONCURRENT.includes(code)) throw error
      await sleep(attempt * 50)
    }
  }
}

const readSql = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8')

async function apply(client: pg.Client, name: string, text: string): Promise<void> {
  const note = `insert into migrations (name) values (${pg.escapeLiteral(name)})`
  if (!isOutside(text)) return inTransaction(client, name, `${text};\n${note}`)
  await applyOutside(client, name, text)
  await client.query(note)
}

/**
 * Statement by statement, each committed by itself. Such a statement (`create index concurrently`) waits for
 * older transactions without blocking anybody, so its wait has no limit. After a crash all are run again.
 */
async function applyOutside(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query('set lock_timeout = 0')
  try {
    for (const statement of splitStatements(text)) await client.query(statement)
  } catch (error) {
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
  await client.query(`set lock_timeout = ${LOCK_MS}`)
}

async function inTransaction(client: pg.Client, name: string, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(text)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const { code, message } = error as pg.DatabaseError
      const isLast = code !== LOCK_TIMEOUT || attempt === LOCK_TRIES
      if (isLast) throw failure(name, message, code, error as Error)
      await sleep(PAUSE_MS)
    }
  }
}

function failure(name: string, message: string, code: string | undefined, cause: Error): Error {
  const advice =
    code === LOCK_TIMEOUT
      ? ` (${LOCK_TRIES} tries; nothing was changed by it). End the transaction that holds the table, ` +
        'which pg_stat_activity shows, and migrate again'
      : ''
  return new Error(`migration ${name} failed: ${message}${advice}`, { cause })
}
