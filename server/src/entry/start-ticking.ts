import type { App } from '#platform/app'
import type { EngineNews } from '#platform/engine'
import { type Lost, restartNeverBegun, tick } from '#production/jobs'

const RETRY_TICK_MS = 5_000
/** Another worker holds the lock, and may not know that runs are lost. */
const NOT_HELD_MS = 1_000

/** Jobs that no run has begun are looked for this often at most. */
const NEVER_BEGUN_MS = 5_000

export type Ticking = {
  /** Starts the jobs that a killed api committed and did not start. The next tick may be too late. */
  restartNeverBegun(): void
  /** Ticks at once: the engine lost runs. */
  receive(news: EngineNews): void
  stop(): Promise<void>
}

const lostBy = { empty: 'all', back: 'unsent' } as const satisfies Record<EngineNews, Lost>

/** The tick: at once, every `tickMs`, sooner after a failure, and when the engine lost runs. */
export function startTicking(app: App): Ticking {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  // Kept until a tick has restarted those runs, so that no failure makes us forget it.
  let lost: Lost = 'silent'

  const runTick = async () => {
    let waitMs = app.config.tickMs
    const wanted = lost
    lost = 'silent'
    try {
      const ticked = await tick(app, wanted)
      app.metrics.countTick(ticked)
      if (ticked.settled + ticked.restarted > 0) app.log.info(ticked, 'tick')
      if (ticked.engine === 'down') waitMs = Math.min(waitMs, RETRY_TICK_MS)
      if (wanted !== 'silent' && (!ticked.held || ticked.engine === 'down')) remember(wanted)
    } catch (err) {
      app.log.warn({ err }, 'the tick failed')
      app.metrics.countFailedTick()
      waitMs = Math.min(waitMs, RETRY_TICK_MS)
      remember(wanted)
    }
    running = undefined
    if (lost !== 'silent') waitMs = Math.min(waitMs, NOT_HELD_MS)
    if (!stopped) timer = setTimeout(begin, waitMs)
  }
  const begin = () => {
    clearTimeout(timer)
    running ??= runTick()
  }
  const remember = (more: Lost) => {
    if (lost !== 'all' && more !== 'silent') lost = more
  }
  let restarting: Promise<void> | undefined
  let restartedAt = Number.NEGATIVE_INFINITY
  const restart = async () => {
    restartedAt = performance.now()
    await restartNeverBegun(app).catch((err) => app.log.warn({ err }, 'jobs could not be started again'))
    restarting = undefined
  }
  app.metrics.beginTicking()
  begin()
  return {
    restartNeverBegun() {
      const isDue = performance.now() - restartedAt > NEVER_BEGUN_MS
      if (isDue && !stopped) restarting ??= restart()
    },
    receive(news) {
      remember(lostBy[news])
      if (!stopped) begin()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.all([running, restarting])
    },
  }
}
