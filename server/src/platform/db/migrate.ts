import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('migrations/', import.meta.url)
/** Any number that no other code locks. Two migrations must not run at the same time. */
const MIGRATION_LOCK = 7_201_401

/** Brings a database to the newest schema, one transaction per file. Returns the files that it applied. */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    // A migration that waits for a lock blocks every later query on that table: give up early instead.
    await client.query('set lock_timeout = 2000')
    await client.query(
      `create table if not exists migrations (
         name text primary key, done_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(rows.map((row) => row.name))
    const pending = (await readdir(folder)).filter((name) => name.endsWith('.sql') && !done.has(name)).sort()
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
