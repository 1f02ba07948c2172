import type pg from 'pg'

const TABLES = ['media', 'provider_submits', 'ledger_entries', 'rate_logs'] as const

export type Growth = { jobs: number; bytesPerJob: Record<string, number>; walBytesPerJob: number }

export async function readWalBytes(watcher: pg.Client): Promise<number> {
  const { rows } = await watcher.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`,
  )
  return Number(rows[0]?.bytes)
}

/**
 * Size of the tables with their indexes, per job. Vacuumed first, so that free space does not count.
 */
export async function measureGrowth(watcher: pg.Client, walBytesPerJob: number): Promise<Growth> {
  const { rows } = await watcher.query<{ jobs: number }>(`select count(*)::int as jobs from media`)
  const jobs = rows[0]?.jobs ?? 0
  const bytesPerJob: Record<string, number> = {}
  for (const table of TABLES) {
    await watcher.query(`vacuum ${table}`)
    const size = await watcher.query<{ bytes: string }>(
      `select pg_total_relation_size($1)
         + coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree($1)), 0) as bytes`,
      [table],
    )
    bytesPerJob[table] = Number(size.rows[0]?.bytes) / jobs
  }
  return { jobs, bytesPerJob, walBytesPerJob }
}
