import type { App } from '#platform/app'
import { tickErasures } from '#privacy/erasures'
import { type CleanupState, cleanUp } from '#production/cleanup'

/**
 * Cleans up and completes erasures, at once and every `tickMs`, beside the tick, which must not wait for
 * storage.
 */
export function startCleaning(app: App): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout
  const state: CleanupState = { retention: undefined }
  const run = async () => {
    await cleanUp(app, state).then(
      (cleaned) => {
        if (cleaned && Object.values(cleaned).some((count) => count !== 0))
          app.log.info(cleaned, 'cleaned up')
      },
      (err) => app.log.warn({ err }, 'cleaning up failed'),
    )
    await tickErasures(app).then(
      ({ completed }) => {
        if (completed > 0) app.log.info({ completed }, 'erasures completed')
      },
      (err) => app.log.warn({ err }, 'completing erasures failed'),
    )
    if (!stopped) timer = setTimeout(() => (running = run()), app.config.tickMs)
  }
  let running = run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
