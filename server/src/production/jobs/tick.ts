import type { App } from '#platform/app'
import { inOneProcess } from '#platform/db'
import { runUrlOf } from '#platform/engine'
import { workOnEach } from '#platform/parallel'
import { neverBegun } from '#production/media'
import { RUN_GRACE_MS, TICK_MS } from '#production/timing'
import { advance } from './advance.ts'
import { reconcile, submitOnce } from './submit-once.ts'

const BATCH = 500
const CONCURRENCY = 8

/** What a tick did. `held`: this worker held the lock. `stuck`: runs that an earlier tick could not move. */
export type Ticked = {
  held: boolean
  engine: 'up' | 'down' | 'was empty'
  settled: number
  restarted: number
  stuck: number
}

/**
 * Which runs are started again: all that are past their `run_due_at`, also those not sent yet (the engine was
 * unreachable and lost their start), or all (the engine lost its disk).
 */
export type Lost = 'silent' | 'unsent' | 'all'

const restartable: Record<Lost, string> = {
  silent: 'run_due_at < clock_timestamp()',
  unsent: `(status = 'queued' or run_due_at < clock_timestamp())`,
  all: 'true',
}

/**
 * The safety net, independent of the engine: settles jobs whose window is over, after a last check of the
 * provider, and restarts every run that is lost, the nearest deadline first. A lock lets one worker tick at a
 * time. It only saves work: all writes are conditional and may race with runs and other ticks.
 */
export async function tick(app: App, lost: Lost = 'silent'): Promise<Ticked> {
  const ticked = await inOneProcess(app.db, 'tick', async () => {
    const until = Date.now() + TICK_MS
    const engine = await askEngine(app)
    const stuck = await countStuck(app)
    if (stuck > 0) app.log.error({ stuck, engine }, 'runs do not move although they were started again')

    const overdue = `deadline_at <= clock_timestamp()`
    const settled = await forEachOpen(app, overdue, until, (id) => stepOnce(app, id))
    const isLost = restartable[engine === 'was empty' ? 'all' : lost]
    const restarted = await forEachOpen(app, isLost, until, (id) =>
      engine === 'down' ? stepOnce(app, id) : app.engine.restart(id),
    )
    return { held: true, engine, settled, restarted, stuck }
  })
  return ticked ?? { held: false, engine: 'up', settled: 0, restarted: 0, stuck: 0 }
}

/**
 * Starts the jobs that have not begun in time: a killed api did not start them. It does not wait for a tick,
 * which may store files for longer than these jobs have left.
 */
export async function restartNeverBegun(app: App): Promise<void> {
  const condition = neverBegun('clock_timestamp()')
  await inOneProcess(app.db, 'restarts', () =>
    forEachOpen(app, condition, Date.now() + TICK_MS, (id) => app.engine.restart(id)),
  )
}

/** An engine that knows no worker has lost its disk. */
async function askEngine(app: App): Promise<Ticked['engine']> {
  try {
    if ((await app.engine.listDeployments()).length > 0) return 'up'
    await app.engine.register(runUrlOf(app.config.worker.url), true)
    return 'was empty'
  } catch {
    return 'down'
  }
}

/** Open runs that have not written since before the last tick, which started them again. */
async function countStuck(app: App): Promise<number> {
  const row = await app.db.row<{ stuck: number }>(
    `select count(*)::int as stuck from (
       select from media where status in ('queued', 'processing')
         and run_due_at < clock_timestamp() - $1 * interval '1 ms' limit 1000) late`,
    [app.config.tickMs + RUN_GRACE_MS],
  )
  return row?.stuck ?? 0
}

/** One step of a run without the engine. */
async function stepOnce(app: App, id: string): Promise<void> {
  let sent = await submitOnce(app, id, null, false)
  // The first step does not send a job with URLs to fetch.
  if (sent.kind === 'not_sent' || sent.kind === 'unknown') sent = await reconcile(app, id, null)
  if (sent.kind === 'accepted') await advance(app, id, null)
}

/** Walks the open media in keyset batches, several concurrently. One that fails does not stop the others. */
async function forEachOpen(
  app: App,
  condition: string,
  until: number,
  work: (id: string) => Promise<void>,
): Promise<number> {
  let done = 0
  for (let after = { deadline_at: new Date(0), id: '' }; ; ) {
    const batch = await app.db.rows<{ deadline_at: Date; id: string }>(
      `select deadline_at, id from media
       where status in ('queued', 'processing') and (deadline_at, id::text) > ($1, $2) and ${condition}
       order by deadline_at, id limit ${BATCH}`,
      [after.deadline_at, after.id],
    )
    await workOnEach(batch, CONCURRENCY, async ({ id }) => {
      if (Date.now() > until) return
      await work(id).then(
        () => done++,
        (err) => app.log.warn({ media: id, err }, 'the tick could not move this media'),
      )
    })
    const last = batch.at(-1)
    if (!last || batch.length < BATCH || Date.now() > until) return done
    after = last
  }
}
