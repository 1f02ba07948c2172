import type { ServiceState } from '@atelier/contract'
import type { App } from '#platform/app'

type Row = {
  worker: string
  age_ms: number
  engine_down_ms: number
  free_bytes: number
  not_begun: number
  late: number
  steps_per_second: number
  finished_per_second: number
}

/** The workers that wrote in the last hour, the newest first. */
export async function readWorkers({ db }: App): Promise<ServiceState['workers']> {
  const rows = await db.lookup.rows<Row>(
    `select worker, (extract(epoch from clock_timestamp() - written_at) * 1000)::float8 as age_ms,
       engine_down_ms, free_bytes, not_begun, late, steps_per_second, finished_per_second
     from worker_pulses where written_at > clock_timestamp() - interval '1 hour'
     order by written_at desc limit 100`,
  )
  return rows.map((row) => ({
    name: row.worker,
    lastSeenSeconds: Math.max(0, row.age_ms) / 1000,
    engineDownSeconds: row.engine_down_ms / 1000,
    freeBytes: row.free_bytes,
    notBegun: row.not_begun,
    late: row.late,
    stepsPerSecond: row.steps_per_second,
    finishedPerSecond: row.finished_per_second,
  }))
}
