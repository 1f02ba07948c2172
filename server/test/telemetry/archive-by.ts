import { queryDatabase, runStatements } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'

/**
 * Lets Postgres archive by a command that does nothing, and succeeds or fails. Returns when it does so: it
 * takes a changed command some time after it was told to, and may archive another file by the old one.
 */
export async function archiveBy(databaseUrl: string, command: 'true' | 'false'): Promise<void> {
  const counted = command === 'true' ? 'archived_count' : 'failed_count'
  const readCount = () =>
    queryDatabase(databaseUrl, async (query) => {
      const [row] = await query<{ count: number }>(`select ${counted} as count from pg_stat_archiver`)
      return row?.count ?? 0
    })
  await runStatements(databaseUrl, [
    `alter system set archive_command = '${command}'`,
    'select pg_reload_conf()',
  ])
  const before = await readCount()
  const isTaken = async () => {
    // Without a record there is no file to finish.
    await runStatements(databaseUrl, [`select pg_create_restore_point('x')`, 'select pg_switch_wal()'])
    return (await readCount()) > before
  }
  await waitUntil(`Postgres archives by ${command}`, isTaken, { withinMs: 30_000, everyMs: 500 })
}
