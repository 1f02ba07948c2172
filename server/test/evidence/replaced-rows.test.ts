import { expect, test } from 'vitest'
import { sumSeries } from '#learning/evidence'
import { observation, row, secondKey, send, seriesOf } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']

/** Every stored row was read that many times more, before. */
const repeatReadings = (userId: string, times: number) =>
  system().db.row(
    `insert into observations (memory_id, report_id, row_no, ad_id, series_id, source_id, source, day,
       objective, spend, impressions, clicks, conversions, revenue, fetched_at, received_at)
     select memory_id, report_id, row_no + 100 * n, ad_id, series_id, source_id, o.source, day, objective,
       spend / 2, impressions, clicks, conversions, revenue, fetched_at - n * interval '1 hour', received_at
     from observations o join memories m on m.id = o.memory_id, generate_series(1, $2::int) n
     where m.user_id = $1`,
    [userId, times],
  )

/**
 * How many rows a report reads to sum the series up, and what it finds. The shared table is so small that the
 * database might read all of it instead of an index.
 */
const sumUp = (id: string) =>
  system().db.transaction(async (tx) => {
    await tx.row(`set local enable_seqscan = off`)
    const [summed] = await sumSeries(tx, [id], '2026-11-20')
    const read = await tx.row<{ rows: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
       where relname = 'observations'`,
    )
    return { evidence: summed?.evidence, rowsRead: read?.rows ?? NaN }
  })

test('a report reads no more rows when its days were read often before', async () => {
  const user = await system().createUser()
  const other = await secondKey(system().db, user)
  const readAt = (fetchedAt: string) => observation(days.map((day) => row(day, { fetchedAt })))
  await send(system(), other, readAt('2026-11-05T00:00:00Z'))
  await send(system(), user, readAt('2026-11-06T00:00:00Z'))
  await send(system(), user, readAt('2026-11-07T00:00:00Z'))
  const id = (await seriesOf(system().db, user))[0]?.id as string
  const before = await sumUp(id)
  // Each of the twelve rows 200 times more.
  await repeatReadings(user.id, 200)
  const after = await sumUp(id)
  expect([before.evidence, after.evidence]).toEqual(['corroborated', 'corroborated'])
  expect(after.rowsRead - before.rowsRead).toBeLessThan(1_200)
})
