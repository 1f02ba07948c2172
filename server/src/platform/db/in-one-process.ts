import type { Db } from './open-db.ts'

/** In one place, so that no two works share a lock. Migrations have the number below these. */
const LOCKS = { tick: 7_201_402, cleanup: 7_201_403, restarts: 7_201_404, 'take-over': 7_201_405 }

/** Does work in one process at a time. Undefined when another process does it now. */
export async function inOneProcess<T>(
  db: Db,
  name: keyof typeof LOCKS,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const session = await db.connect()
  try {
    const sql = 'select pg_try_advisory_lock($1) as held'
    const { rows } = await session.query<{ held: boolean }>(sql, [LOCKS[name]])
    return rows[0]?.held ? await work() : undefined
  } finally {
    await session.end().catch(() => undefined)
  }
}
