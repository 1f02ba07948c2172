import type { App } from '#platform/app'
import { tickErasures } from '#privacy/erasures'
import { type CleanupState, cleanUp } from '#production/cleanup'
import { type Repeated, repeat } from './repeat.ts'

/**
 * Cleans up and completes erasures, at once and every `tickMs`, beside the tick, which must not wait for
 * storage.
 */
export function startCleaning(app: App): Repeated {
  const state: CleanupState = { retention: undefined }
  return repeat({
    everyMs: app.config.tickMs,
    async work() {
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
    },
    onFailure: (err) => app.log.warn({ err }, 'cleaning failed'),
  })
}
