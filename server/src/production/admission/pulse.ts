import { statfs } from 'node:fs/promises'
import { TEST_SPEED } from '@atelier/contract'
import type { App } from '#platform/app'
import { countOpenJobs, type OpenJobs } from '#production/media'
import { readStoring } from '#production/results'
import type { WorkMeter } from './work-meter.ts'

/** What a worker wrote last. Counts of jobs are of the whole service, rates are of this worker. */
export type Pulse = {
  age_ms: number
  engine_down_ms: number
  free_bytes: number
  open_image: number
  open_video: number
  open_image_test: number
  open_video_test: number
  not_begun: number
  late: number
  begun_per_second: number
  steps_per_second: number
  open_videos: number
  /** What this worker can finish; 0: not known. */
  finished_per_second: number
  videos_per_second: number
}

/**
 * Writes what this worker measured. `engineDownMs`: how long it has not reached the engine. Returns how many
 * jobs no run has begun in time.
 */
export async function writePulse(
  app: App,
  meter: WorkMeter,
  engineDownMs: number,
): Promise<{ neverBegun: number }> {
  const { tempDir, worker } = app.config
  meter.sample(readStoring())
  const rates = meter.read()
  const free = await statfs(tempDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  const open = await countOpen(app, app.db)
  await app.db.row(
    `insert into worker_pulses
     values ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (worker) do update set (written_at, engine_down_ms, free_bytes, open_image, open_video,
       open_image_test, open_video_test, not_begun, late, begun_per_second, finished_per_second,
       steps_per_second, open_videos, videos_per_second) =
       (excluded.written_at, excluded.engine_down_ms, excluded.free_bytes, excluded.open_image,
        excluded.open_video, excluded.open_image_test, excluded.open_video_test, excluded.not_begun,
        excluded.late, excluded.begun_per_second, excluded.finished_per_second, excluded.steps_per_second,
        excluded.open_videos, excluded.videos_per_second)`,
    [
      worker.name,
      Math.round(engineDownMs),
      free,
      open.image,
      open.video,
      open.imageTest,
      open.videoTest,
      open.notBegun,
      open.late,
      rates.begunPerSecond,
      rates.finishedPerSecond,
      rates.stepsPerSecond,
      open.videos,
      rates.videosPerSecond,
    ],
  )
  return { neverBegun: open.neverBegun }
}

const countOpen = ({ config: { stallMs } }: App, db: App['db']['lookup']): Promise<OpenJobs> =>
  countOpenJobs(db, {
    image: stallMs.image,
    video: stallMs.video,
    imageTest: stallMs.image / TEST_SPEED,
    videoTest: stallMs.video / TEST_SPEED,
  })

/** Without an engine or a worker the tick and a restart help; after this time jobs are not accepted. */
export const UNREACHABLE_MS = 60_000
/** Counts of jobs that are older come from workers that are dead or starved: the api counts by itself. */
const COUNTED_MS = 2_500

/**
 * What the workers wrote, the newest first. Those that have been silent for a day are gone. All submits share
 * one reading, so it does not use the connections of the user who happens to be first. While no worker
 * writes, the counts are those of now: many jobs may have been accepted since.
 */
export async function readPulses(app: App): Promise<Pulse[]> {
  const [newest, ...older] = await app.db.lookup.rows<Pulse>(
    `select (extract(epoch from clock_timestamp() - written_at) * 1000)::bigint as age_ms, engine_down_ms,
       free_bytes, open_image, open_video, open_image_test, open_video_test, not_begun, late,
       begun_per_second, finished_per_second, steps_per_second, open_videos, videos_per_second
     from worker_pulses where written_at > clock_timestamp() - interval '1 day'
     order by written_at desc limit 100`,
  )
  if (!newest) return []
  const isDated = newest.age_ms > COUNTED_MS && newest.age_ms <= UNREACHABLE_MS
  return [isDated ? await recount(app, newest) : newest, ...older]
}

async function recount(app: App, pulse: Pulse): Promise<Pulse> {
  const open = await countOpen(app, app.db.lookup)
  return {
    ...pulse,
    open_image: open.image,
    open_video: open.video,
    open_image_test: open.imageTest,
    open_video_test: open.videoTest,
    open_videos: open.videos,
    not_begun: open.notBegun,
    late: open.late,
  }
}

/** What this worker could finish a second when it last wrote; 0: not known. */
export async function readOwnRates({ db, config }: App): Promise<{ finished: number; videos: number }> {
  const row = await db.row<{ finished: number; videos: number }>(
    `select finished_per_second as finished, videos_per_second as videos from worker_pulses
     where worker = $1 and written_at > clock_timestamp() - interval '5 minutes'`,
    [config.worker.name],
  )
  return row ?? { finished: 0, videos: 0 }
}
