import { openDatabase } from '../../harness/driver/index.ts'

const LATE = `run_due_at < now() - interval '30 s'`

/** Other transactions that write these jobs wait until the returned function is called. */
export async function lockJobs(databaseUrl: string, ids: string[]): Promise<() => Promise<void>> {
  const session = await openDatabase(databaseUrl)
  await session.query('begin')
  await session.query('select from media where id = any($1) for update', [ids])
  return () => session.end()
}

/** A job whose run is late, and cannot write. */
export async function lockLateJob(databaseUrl: string, id: string): Promise<() => Promise<void>> {
  const session = await openDatabase(databaseUrl)
  await session.query('set session_replication_role = replica')
  for (;;) {
    await session.query(`update media set run_due_at = now() - interval '1 minute' where id = $1`, [id])
    // The run may have written since.
    await session.query('begin')
    const { rowCount } = await session.query(`select from media where id = $1 and ${LATE} for update`, [id])
    if (rowCount) return () => session.end()
    await session.query('rollback')
  }
}
