import type { App } from '#platform/app'
import { cancelUnwanted } from '#production/tries'

const CANCEL_EVERY_MS = 5_000

/** Cancels at the providers what nobody waits for any more. */
export function startCancelling(app: App): { stop(): Promise<void> } {
  let stopped = false
  let isFailing = false
  let timer: NodeJS.Timeout
  const cancel = async () => {
    try {
      while (!stopped && (await cancelUnwanted(app)));
      isFailing = false
    } catch (err) {
      if (!isFailing) app.log.warn({ err }, 'unwanted jobs could not be cancelled')
      isFailing = true
    }
    if (!stopped) timer = setTimeout(() => (running = cancel()), CANCEL_EVERY_MS)
  }
  let running = cancel()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
