import { readDatabaseUrl } from '#platform/config'
import { type Db, openDb } from '#platform/db'

/** `run` returns the exit code. */
export type Command = { name: string; usage: string; run: (args: string[]) => Promise<number> }

/** Opens the database for the duration of a command, with few connections. */
export async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb({ url: readDatabaseUrl(), poolSize: 4, onIdleError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
