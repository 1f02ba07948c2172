import type { App } from '#platform/app'
import { cleanUp } from '#production/cleanup'

/** Cleans up at once and every `tickMs`, beside the tick, which must not wait for storage. */
export function startCleaning(app: App): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout
  const run = async () => {
    await cleanUp(app).then(
      (cleaned) => {
        if (cleaned && Object.values(cleaned).some((count) => count !== 0))
          app.log.info(cleaned, 'cleaned up')
      },
      (err) => app.log.warn({ err }, 'cleaning up failed'),
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
