import type { App } from '#platform/app'

/** Makes the next partitions of the tables of media. Returns for how many ranges; mostly 0. */
export async function extendPartitions({ db, config }: Pick<App, 'db' | 'config'>): Promise<number> {
  const { cell, partitionDays } = config
  const row = await db.row<{ made: number }>(`select extend_partitions($1, $2) as made`, [
    cell,
    partitionDays,
  ])
  return row?.made ?? 0
}
