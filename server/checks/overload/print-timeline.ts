import { availableParallelism } from 'node:os'
import { queryDatabase } from '../../harness/driver/index.ts'
import { print, textTable } from '../../harness/report/index.ts'
import type { Kill } from './kill-processes.ts'
import type { Seen } from './watch-pulses.ts'

const BUCKET_SECONDS = 10

type Bucket = { at: number; accepted: number; sent: number; completed: number; stalled: number }

type Run = { startedAt: number; killed: Kill[]; seen: Seen[] }

/**
 * What happened in every ten seconds of a run: where goodput was lost, after which kill, what the workers
 * said then, and whether others took the machine.
 */
export async function printTimeline(databaseUrl: string, { startedAt, killed, seen }: Run): Promise<void> {
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
  const isIn = (at: number) => (one: { at: number }) =>
    Math.floor((one.at - startedAt) / 1_000 / BUCKET_SECONDS) === at
  const killsIn = (at: number) =>
    killed
      .filter(isIn(at))
      .map(({ name, backMs }) => `${name} (back after ${(backMs / 1_000).toFixed(1)} s)`)
      .join(', ')
  print(
    textTable([
      ['seconds', 'accepted', 'sent', 'completed', 'stalled', ...SEEN_COLUMNS, 'killed'],
      ...buckets.map(({ at, accepted, sent, completed, stalled }) => [
        String(at * BUCKET_SECONDS),
        ...[accepted, sent, completed, stalled].map(String),
        ...describeSeen(seen.filter(isIn(at))),
        killsIn(at),
      ]),
    ]),
  )
}

const SEEN_COLUMNS = ['workers', 'not begun', 'believed rate', 'stolen']

/** Of ten seconds: the fewest workers, the most jobs that were not begun, the last rate, the stolen time. */
function describeSeen(seen: Seen[]): string[] {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last) return ['', '', '', '']
  const stolen = (last.stolenMs - first.stolenMs) / Math.max(1, last.at - first.at)
  return [
    String(Math.min(...seen.map(({ alive }) => alive))),
    String(Math.max(...seen.map(({ notBegun }) => notBegun))),
    last.believed.toFixed(1),
    `${Math.round((100 * stolen) / availableParallelism())}%`,
  ]
}
