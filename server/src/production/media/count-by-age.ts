import type { Rows } from '#platform/db'

type Counted = { state: string; kind: 'image' | 'video'; age: string; jobs: number; oldestSeconds: number }

/** More open jobs than this are not counted; the oldest ones are among them. */
const COUNTED_MAX = 20_000

/** How many jobs of each state, kind and age are open, and how many have a run that is late. */
export async function countByAge(db: Rows): Promise<{ jobs: Counted[]; late: number }> {
  const rows = await db.rows<Counted & { late: number }>(
    `with open as (
       select status, kind, run_due_at < clock_timestamp() as is_late,
         extract(epoch from clock_timestamp() - created_at) as seconds
       from media where status in ('queued', 'processing') order by deadline_at limit ${COUNTED_MAX})
     select status as state, kind,
       case when seconds < 10 then '10s' when seconds < 60 then '1m' when seconds < 300 then '5m'
         when seconds < 900 then '15m' else 'older' end as age,
       count(*)::int as jobs, max(seconds)::float8 as "oldestSeconds",
       (count(*) filter (where is_late))::int as late
     from open group by 1, 2, 3`,
  )
  const jobs = rows.map(({ late: _, ...one }) => one)
  return { jobs, late: rows.reduce((sum, { late }) => sum + late, 0) }
}
