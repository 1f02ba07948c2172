import { readDatabaseUrl } from '#platform/config'
import { type Db, openDb } from '#platform/db'

/** `run` gives the exit status. */
export type Command = { name: string; usage: string; run: (args: string[]) => Promise<number> }

/** A few connections for as long as the command takes. */
export async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb({ url: readDatabaseUrl(), poolSize: 4, onIdleError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
