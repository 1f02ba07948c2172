import { queryDatabase } from '../../harness/driver/index.ts'
import { print, textTable } from '../../harness/report/index.ts'
import type { Kill } from './kill-processes.ts'

const BUCKET_SECONDS = 10

type Bucket = { at: number; accepted: number; sent: number; completed: number; stalled: number }

/** What happened in every ten seconds of a run: where goodput was lost, and after which kill. */
export async function printTimeline(databaseUrl: string, startedAt: number, killed: Kill[]): Promise<void> {
  const bucket = (time: string) =>
    `floor((extract(epoch from ${time}) - ${startedAt / 1_000}) / ${BUCKET_SECONDS})::int`
  const events = [
    `select ${bucket('created_at')} as at, 'accepted' as what from media`,
    `select ${bucket('finished_at')}, status from media where status in ('completed', 'stalled')`,
    `select ${bucket('started_at')}, 'sent' from provider_submits`,
  ]
  const count = (what: string) => `count(*) filter (where what = '${what}')::int as ${what}`
  const buckets = await queryDatabase(databaseUrl, (query) =>
    query<Bucket>(
      `select at, ${['accepted', 'sent', 'completed', 'stalled'].map(count).join(', ')}
       from (${events.join(' union all ')}) e where at >= 0 group by at order by at`,
    ),
  )
  const killsIn = (at: number) =>
    killed
      .filter((kill) => Math.floor((kill.at - startedAt) / 1_000 / BUCKET_SECONDS) === at)
      .map(({ name, backMs }) => `${name} (back after ${(backMs / 1_000).toFixed(1)} s)`)
      .join(', ')
  print(
    textTable([
      ['seconds', 'accepted', 'sent', 'completed', 'stalled', 'killed'],
      ...buckets.map(({ at, accepted, sent, completed, stalled }) => [
        String(at * BUCKET_SECONDS),
        ...[accepted, sent, completed, stalled].map(String),
        killsIn(at),
      ]),
    ]),
  )
}
