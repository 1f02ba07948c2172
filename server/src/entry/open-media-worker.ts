import type { App } from '#platform/app'
import { missingSetting } from '#platform/config'
import { openWorker } from '#platform/engine'
import { runSteps, tick } from '#production/jobs'
import { removeOldFiles } from '#production/media'
import { sweepTempFiles } from '#production/results'

const RETRY_TICK_MS = 5_000

/** Runs the steps that the engine calls, and the tick: at once, every `tickMs`, sooner after a failure. */
export async function openMediaWorker(app: App): Promise<{ port: number; close(): Promise<void> }> {
  const { config, log } = app
  // The worker only takes calls that the engine signed.
  if (!config.engine.publicKey) throw missingSetting('ENGINE_PUBLIC_KEY')
  await sweepTempFiles(config.tempDir)
  const worker = await openWorker(runSteps(app), {
    ...config.worker,
    publicKey: config.engine.publicKey,
    submitWaitMs: config.submitWaitMs,
    log,
  })
  // The code may be new, so the engine must read it again. If it is down, the tick registers us later.
  await app.engine
    .register(config.worker.url, true)
    .catch((err) => log.warn({ err }, 'the engine cannot be reached; the tick registers the worker later'))
  const ticking = startTicking(app)
  return {
    port: worker.port,
    close: async () => {
      await ticking.stop()
      await worker.close()
    },
  }
}

function startTicking(app: App): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void>
  const runTick = async () => {
    let waitMs = app.config.tickMs
    try {
      const ticked = await tick(app)
      if (ticked.settled + ticked.restarted > 0) app.log.info(ticked, 'tick')
      const removed = ticked.held ? await removeOldFiles(app) : 0
      if (removed > 0) app.log.info({ removed }, 'files removed after their retention')
      if (ticked.engine === 'down') waitMs = Math.min(waitMs, RETRY_TICK_MS)
    } catch (err) {
      app.log.warn({ err }, 'the tick failed')
      waitMs = Math.min(waitMs, RETRY_TICK_MS)
    }
    if (!stopped) timer = setTimeout(() => (running = runTick()), waitMs)
  }
  running = runTick()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
